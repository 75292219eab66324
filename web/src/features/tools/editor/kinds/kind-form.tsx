import type { ReactNode } from 'react';
import { type SpecKind, splitKind } from '../execution-values.ts';
import { ClientForm } from './client-form.tsx';
import { CompositionForm } from './composition-form.tsx';
import { ComputeForm } from './compute-form.tsx';
import { HttpForm } from './http-form.tsx';
import { ImageForm } from './image-form.tsx';
import { PromptForm } from './prompt-form.tsx';
import { StaticForm } from './static-form.tsx';
import { SubAgentForm } from './sub-agent-form.tsx';
import { TaskForm } from './task-form.tsx';
import { WebhookForm } from './webhook-form.tsx';

const forms: Record<SpecKind, (mode: string | undefined) => ReactNode> = {
  static: () => <StaticForm />,
  http: () => <HttpForm />,
  webhook: () => <WebhookForm />,
  compute: () => <ComputeForm />,
  composition: () => <CompositionForm />,
  prompt: (mode) => <PromptForm mode={mode} />,
  task: () => <TaskForm />,
  subAgent: () => <SubAgentForm />,
  image: () => <ImageForm />,
  client: () => <ClientForm />,
};

export function KindForm({ chosen }: { chosen: string }) {
  const { kind, mode } = splitKind(chosen);
  return forms[kind](mode);
}

import { Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { InputForm, type InputFormProps } from './input-form.tsx';
import { RunPanel } from './run-panel.tsx';
import { labelGoing } from './run-words.ts';
import type { FollowedRun } from './use-followed-run.ts';
import { useLate } from './use-late.ts';
import type { ToolRunState } from './use-tool-run.ts';

type RunFormProps = Omit<InputFormProps, 'serverErrors' | 'onSubmit'> & {
  slug: string;
  state: ToolRunState;
  drawOutput: (run: FollowedRun, text: string) => ReactNode;
};

/** A form that runs a tool, and below it what comes of that. */
export function RunForm({ slug, state, drawOutput, ...form }: RunFormProps) {
  const root = useRef<HTMLDivElement>(null);
  const late = useLate(state.busy);
  const problems = state.refusal?.fields ?? undefined;
  const label = form.submitLabel ?? form.layout?.submitLabel ?? 'Run';
  const formTells = Boolean(problems && problems.length > 0 && form.fields?.length !== 0);
  return (
    <Stack gap="lg">
      <div ref={root}>
        <InputForm
          {...form}
          submitLabel={late ? `${labelGoing(state.run?.status)}…` : label}
          serverErrors={problems}
          onSubmit={state.start}
        />
      </div>
      <RunPanel
        state={state}
        slug={slug}
        late={late}
        formTells={formTells}
        onEdit={() => focusFirst(root.current)}
        drawOutput={drawOutput}
      />
    </Stack>
  );
}

function focusFirst(root: HTMLElement | null) {
  const input = root?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, [role="combobox"]');
  (input ?? root?.querySelector<HTMLElement>('button[type="submit"]'))?.focus();
}

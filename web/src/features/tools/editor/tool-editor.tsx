import { Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { ErrorNote } from '#ui/error-note.tsx';
import { LeaveQuestion } from '#ui/leave-question.tsx';
import { StaleNote } from '../admin/stale-note.tsx';
import classes from './editor.module.css';
import { useExecutionKinds } from './execution-kinds.ts';
import { ExecutionSection } from './execution-section.tsx';
import { IdentitySection } from './identity-section.tsx';
import { InputAndOutput } from './input-and-output.tsx';
import type { Section } from './places.ts';
import { ProblemSummary } from './problem-summary.tsx';
import { SaveBar } from './save-bar.tsx';
import type { SavedTool } from './save-tool.ts';
import { SectionLinks } from './section-links.tsx';
import type { ToolValues } from './tool-values.ts';
import { useToolForm } from './use-tool-form.ts';
import { valuesToDraft } from './values-to-draft.ts';
import { VisibilitySection } from './visibility-section.tsx';

export type ToolEditorProps = {
  values: ToolValues;
  /** The version that is looked at; none for a new tool. */
  version?: number;
  onSaved: (tool: SavedTool) => void;
  /** Loads what somebody else saved; what was typed comes along as a copy. */
  onLoadPresent?: () => void;
  loading?: boolean;
  /** Gives what was typed and is not saved, as JSON. */
  unsaved?: RefObject<(() => string | undefined) | undefined>;
};

/** Authors a tool. Not a form element: the preview of the tool's own form lies inside. */
export function ToolEditor({ values, version, onSaved, onLoadPresent, loading = false, unsaved }: ToolEditorProps) {
  const known = useExecutionKinds();
  const { kinds } = known;
  const isRunnable = (id: string) => kinds.find((kind) => kind.id === id)?.runnable ?? true;
  const { form, submit, visit, root, sent, refusal, seen } = useToolForm({ values, version, isRunnable, onSaved });
  const chosen = useWatch({ control: form.control, name: 'kind' });
  const prefix = useId();
  const idOf = (section: Section) => `${prefix}${section}`;
  const { isDirty } = form.formState;
  useHotkeys([['mod+S', () => void submit()]], []);

  useEffect(() => {
    if (!unsaved) return;
    unsaved.current = () => (isDirty ? JSON.stringify(valuesToDraft(form.getValues(), true), null, 2) : undefined);
  });

  const part = (section: Section, content: ReactNode) => (
    <div id={idOf(section)} tabIndex={-1} className={classes.section}>
      {content}
    </div>
  );

  return (
    <FormProvider {...form}>
      <LeaveQuestion sent={sent} subject="tool" />
      <Stack gap="md" ref={root} className={classes.editor}>
        <SectionLinks idOf={idOf} />
        {refusal.stale && onLoadPresent && <StaleNote stale={refusal.stale} loading={loading} onLoad={onLoadPresent} />}
        {refusal.error && <ErrorNote error={refusal.error} />}
        <ProblemSummary others={refusal.unplaced ?? []} onVisit={visit} />
        {part('Identity', <IdentitySection isNew={version === undefined} />)}
        {part('Visibility', <VisibilitySection kind={kinds.find(({ id }) => id === chosen)} />)}
        {part('Schema', <InputAndOutput problems={refusal.inFields ?? NONE} />)}
        {part('Execution', <ExecutionSection {...known} />)}
        <SaveBar label={version === undefined ? 'Create tool' : 'Save tool'} version={seen} onSave={submit} />
      </Stack>
    </FormProvider>
  );
}

const NONE: [] = [];

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Lock } from 'lucide-react';
import { FormProvider } from 'react-hook-form';
import { graphql } from '#gql/gql.ts';
import { useAction } from '#lib/use-action.ts';
import { useCan } from '#lib/use-can.ts';
import { confirmAction } from '#ui/confirm.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import classes from './override-form.module.css';
import { OverrideRow } from './override-row.tsx';
import { overrideWords } from './override-values.ts';
import { readStaleEdit } from './stale-edit.ts';
import { StaleNote } from './stale-note.tsx';
import { type MaskedTool, readTool, useOverrideForm } from './use-override-form.ts';

const OverrideForm_reset = graphql(`
  mutation OverrideForm_reset($input: ResetToolOverrideInput!) {
    resetToolOverride(input: $input) { tool { id ...OverrideForm_tool } }
  }
`);

type OverrideFormProps = {
  /** As it is now; the form keeps to the version that was looked at. */
  tool: MaskedTool;
  loading: boolean;
  onReload: () => void;
};

export function OverrideForm({ tool, loading, onReload }: OverrideFormProps) {
  const { form, submit, submitting, formError, seen, touched, isBehind, loadPresent, adopt } = useOverrideForm(
    readTool(tool),
    onReload,
  );
  const reset = useAction(OverrideForm_reset, () => 'The tool is back to what it was.');
  const mayOverride = useCan('tools.system.override');
  const stale = readStaleEdit(formError);

  async function confirmReset() {
    const confirmed = await confirmAction({
      title: `Reset ${seen.name}?`,
      body: 'All that this tenant changed about it is taken away, also what you typed just now. It works as built in again.',
      confirmLabel: 'Reset tool',
      danger: true,
    });
    const done = confirmed && (await reset({ input: { slug: seen.slug, version: seen.version } }));
    if (done) adopt(readTool(done.resetToolOverride.tool));
  }

  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {!mayOverride && <LookOnlyNote />}
          <fieldset className={classes.fields} disabled={!mayOverride}>
            {overrideWords.map((word) => (
              <OverrideRow key={word} word={word} tool={seen} />
            ))}
          </fieldset>
          {(stale || (isBehind && !submitting)) && (
            <StaleNote stale={stale} whenNull="the base value" loading={loading} onLoad={loadPresent} />
          )}
          {formError && !stale && <ErrorNote error={formError} />}
          {mayOverride && (
            <Group justify="space-between" gap="xs">
              <Button variant="default" disabled={seen.overridden.length === 0} onClick={confirmReset}>
                Reset all
              </Button>
              <Group gap="sm">
                <Text size="sm" c="dimmed" role="status">
                  {touched.length > 0 ? 'Not saved yet' : ''}
                </Text>
                <Button type="submit" loading={submitting} disabled={touched.length === 0}>
                  Save override
                </Button>
              </Group>
            </Group>
          )}
        </Stack>
      </form>
    </FormProvider>
  );
}

function LookOnlyNote() {
  return (
    <Alert color="gray" icon={<Lock size={18} aria-hidden />} title="Only to look at">
      Your role does not override built-in tools. An admin of this tenant can give you one that does.
    </Alert>
  );
}

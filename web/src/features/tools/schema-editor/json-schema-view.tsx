import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { ErrorNote } from '#ui/error-note.tsx';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import { useAnnounce } from './editor-context.ts';
import { describePlace, placeProblems } from './field-problems.ts';
import { PartialFit } from './partial-fit.tsx';
import { ProblemList } from './problem-list.tsx';
import classes from './schema-editor.module.css';
import { markFields, marksOf } from './sensitive-marks.ts';
import { useAdoptSchema } from './use-adopt-schema.ts';
import { useSchemaText } from './use-schema-text.ts';

export type JsonSchemaViewProps = {
  fields: readonly FieldDefinition[];
  /** Whether it is on screen: the schema is not asked for otherwise. */
  isActive: boolean;
  onReplace: (fields: readonly FieldDefinition[]) => void;
};

/** The fields as JSON Schema, and back. What is typed stays until it is used or thrown away. */
export function JsonSchemaView({ fields, isActive, onReplace }: JsonSchemaViewProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const announce = useAnnounce();
  const [draft, setDraft] = useState<{ text: string; of: string }>();
  const [replaced, setReplaced] = useState<{ before: readonly FieldDefinition[]; by: string; text: string }>();
  const present = useMemo(() => JSON.stringify(fields), [fields]);
  const schema = useSchemaText(fields, isActive);
  // Until the server has written the new fields as a schema, the text that made them stands.
  const settled = replaced && schema.isBehind ? replaced.text : schema.text;
  const { adoption, adopt, forget } = useAdoptSchema();

  function take(read: readonly FieldDefinition[]) {
    // A schema says nothing of what is sensitive.
    const next = markFields(read, marksOf(fields));
    forget();
    setDraft(undefined);
    setReplaced({ before: fields, by: JSON.stringify(next), text: draft?.text ?? '' });
    onReplace(next);
    announce(`The schema is used: ${next.length} ${next.length === 1 ? 'field' : 'fields'}.`);
    box.current?.focus();
  }

  async function use() {
    if (!draft) return;
    const answer = await adopt(draft.text);
    if (answer.state === 'fit') take(answer.fields);
    if (answer.state !== 'broken') return;
    box.current?.focus();
    box.current?.setSelectionRange(answer.at, answer.at + 1);
  }

  function write(text: string) {
    setDraft({ text, of: draft?.of ?? present });
    if (adoption.state !== 'idle') forget();
  }

  function discard() {
    setDraft(undefined);
    forget();
    announce('Your changes are gone. This is the schema of the fields.');
    box.current?.focus();
  }

  function cancel() {
    forget();
    box.current?.focus();
  }

  const places = placeProblems(fields, schema.problems).map(({ path, message }) => ({
    place: describePlace(fields, path) || 'Fields',
    message,
  }));
  return (
    <Stack gap="sm">
      {schema.error && !draft && <ErrorNote error={schema.error} onRetry={schema.retry} />}
      {!draft && places.length > 0 && (
        <ProblemList title="The fields are not finished, so this schema may be behind" problems={places} />
      )}
      <Textarea
        ref={box}
        label="JSON Schema"
        description="Edit it, or paste another one, then use it. Fields are replaced only then."
        placeholder={schema.isBehind ? 'Reading the fields…' : '{ "type": "object", "properties": { } }'}
        rows={20}
        resize="vertical"
        spellCheck={false}
        autoCapitalize="none"
        classNames={{ input: classes.code }}
        value={draft?.text ?? settled ?? ''}
        error={adoption.state === 'broken' && adoption.message}
        onChange={({ target }) => write(target.value)}
      />
      {draft && draft.of !== present && (
        <Text size="sm">The fields have changed since you began here. Using this schema replaces them.</Text>
      )}
      {adoption.state === 'unfit' && (
        <PartialFit
          problems={adoption.problems}
          fitting={adoption.fitting}
          onUse={() => take(adoption.fitting)}
          onCancel={cancel}
        />
      )}
      {adoption.state === 'failed' && <ErrorNote error={adoption.error} onRetry={use} />}
      <Group gap="sm">
        <Button disabled={!draft} loading={adoption.state === 'reading'} onClick={use}>
          Use this schema
        </Button>
        <Button variant="default" disabled={!draft} onClick={discard}>
          Discard changes
        </Button>
        {replaced && replaced.by === present && !draft && (
          <Group gap={6}>
            <Text size="sm" c="dimmed">
              The fields come from this schema now.
            </Text>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                setReplaced(undefined);
                onReplace(replaced.before);
                announce('The fields are as they were before.');
              }}
            >
              Undo
            </Button>
          </Group>
        )}
      </Group>
    </Stack>
  );
}

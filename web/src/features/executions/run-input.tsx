import { Stack, Text } from '@mantine/core';
import { useCallback } from 'react';
import { useViewer } from '#lib/viewer.tsx';
import { type FieldDefinition, isRecord, type MediaValue } from '#ui/schema-form/field-definition.ts';
import { SchemaDisplay } from '#ui/schema-form/schema-display.tsx';
import { JsonView } from '#ui/tool-output/json-view.tsx';
import { hasHidden } from './hidden-values.ts';

type RunInputProps = { input: unknown; fields: readonly FieldDefinition[] | undefined };

/** What a run was given, in the words of the form where it is known. */
export function RunInput({ input, fields }: RunInputProps) {
  const { tenant } = useViewer();
  const fileUrl = useCallback(
    ({ fileId }: MediaValue) => `/api/files/${encodeURIComponent(fileId)}?tenant=${encodeURIComponent(tenant.slug)}`,
    [tenant.slug],
  );
  if (!isRecord(input) || Object.keys(input).length === 0) return <Text c="dimmed">It was given no input.</Text>;
  return (
    <Stack gap="sm">
      {hasHidden(input) && <Text c="dimmed">Values that the tool calls sensitive are hidden.</Text>}
      {fields && isCovered(input, fields) ? (
        <SchemaDisplay fields={fields} value={input} fileUrl={fileUrl} />
      ) : (
        <JsonView value={input} label="input as JSON" />
      )}
    </Stack>
  );
}

/** The tool may have changed since: no value may go unseen because its field is gone. */
function isCovered(input: Record<string, unknown>, fields: readonly FieldDefinition[]): boolean {
  const names = new Set(fields.map(({ name }) => name));
  return Object.keys(input).every((name) => names.has(name));
}

import { useMemo } from 'react';
import { bootstrapFieldRegistry } from './bootstrap-field-registry.ts';
import { DisplayContext, type DisplayServices } from './display-context.ts';
import { type FieldDefinition, isRecord } from './field-definition.ts';
import { FieldValues } from './field-values.tsx';
import { toPlainText } from './to-plain-text.ts';

export type SchemaDisplayProps = {
  fields: readonly FieldDefinition[];
  value: unknown;
} & DisplayServices;

const defaultRegistry = bootstrapFieldRegistry();

/** Values to read, in the words of the form that asked for them. */
export function SchemaDisplay({ fields, value, registry = defaultRegistry, fileUrl }: SchemaDisplayProps) {
  const services = useMemo(() => ({ registry, fileUrl }), [registry, fileUrl]);
  return (
    <DisplayContext value={services}>
      {isRecord(value) ? <FieldValues fields={fields} values={value} /> : <span>{toPlainText(value ?? '–')}</span>}
    </DisplayContext>
  );
}

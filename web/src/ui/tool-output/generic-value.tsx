import { isMedia, isRecord } from '#ui/schema-form/field-definition.ts';
import { CellValue } from './cell-value.tsx';
import { GenericFields } from './generic-fields.tsx';
import { GenericList } from './generic-list.tsx';
import { isMarkdownSchema } from './output-schema.ts';
import { StoredMedia } from './stored-media.tsx';
import { TextValue } from './text-value.tsx';

export type GenericValueProps = { value: unknown; label: string; schema?: unknown; depth?: number };

/** Any value, by nothing but its own shape. */
export function GenericValue({ value, label, schema, depth = 0 }: GenericValueProps) {
  if (typeof value === 'string' && value !== '') {
    return <TextValue text={value} label={label} markdown={isMarkdownSchema(schema) || undefined} />;
  }
  if (isMedia(value)) return <StoredMedia files={[value]} />;
  if (Array.isArray(value) && value.length > 0) {
    if (value.every(isMedia)) return <StoredMedia files={value} />;
    return <GenericList entries={value} label={label} schema={schema} depth={depth} />;
  }
  if (isRecord(value) && Object.keys(value).length > 0) {
    return <GenericFields values={value} label={label} schema={schema} depth={depth} />;
  }
  return <CellValue value={isRecord(value) || Array.isArray(value) ? null : value} />;
}

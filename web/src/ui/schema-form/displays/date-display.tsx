import { formatDateTime } from '#lib/format.ts';
import { variantOf } from '../field-definition.ts';
import type { FieldDisplayProps } from '../field-registry.ts';
import { toPlainText } from '../to-plain-text.ts';

// A day is the same day everywhere: it is read and written in one zone.
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

export function DateDisplay({ field, value }: FieldDisplayProps) {
  const text = toPlainText(value);
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return <span>{text}</span>;
  const withTime = variantOf(field) === 'datetime';
  return (
    <time dateTime={text} title={text}>
      {withTime ? formatDateTime(text) : day.format(new Date(text))}
    </time>
  );
}

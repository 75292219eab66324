import { Badge } from '@mantine/core';
import { variantOf } from '../field-definition.ts';
import type { FieldDisplayProps } from '../field-registry.ts';
import { toPlainText } from '../to-plain-text.ts';

export function EnumDisplay({ field, value }: FieldDisplayProps) {
  const label = field.options?.find((option) => option.value === value)?.label ?? toPlainText(value);
  return variantOf(field) === 'badges' ? <Badge variant="light">{label}</Badge> : <span>{label}</span>;
}

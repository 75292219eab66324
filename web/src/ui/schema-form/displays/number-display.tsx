import { variantOf } from '../field-definition.ts';
import type { FieldDisplayProps } from '../field-registry.ts';
import { toPlainText } from '../to-plain-text.ts';

const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 });
const money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 20 });

export function NumberDisplay({ field, value }: FieldDisplayProps) {
  if (typeof value !== 'number') return <span>{toPlainText(value)}</span>;
  const variant = variantOf(field);
  const text = (variant === 'currency' ? money : plain).format(value);
  return <data value={value}>{variant === 'percent' ? `${text} %` : text}</data>;
}

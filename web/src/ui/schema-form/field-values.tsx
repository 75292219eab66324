import { VisuallyHidden } from '@mantine/core';
import { useContext } from 'react';
import { DisplayContext } from './display-context.ts';
import classes from './displays/displays.module.css';
import { type FieldDefinition, isRecord, ownValue, type Values } from './field-definition.ts';
import type { FieldDisplayProps } from './field-registry.ts';
import { isShown } from './field-visibility.ts';
import { toPlainText } from './to-plain-text.ts';

export type FieldValuesProps = { fields: readonly FieldDefinition[]; values: Values };

/** Names and values one below the other; what no field describes is shown as well, so that nothing is hidden. */
export function FieldValues({ fields, values }: FieldValuesProps) {
  const read = (field: FieldDefinition) => ownValue(values, field.name);
  const shown = fields.filter((field) => read(field) !== undefined || isShown(field, fields, read));
  const known = new Set(fields.map((field) => field.name));
  const others = Object.keys(values).filter((name) => !known.has(name));
  return (
    <dl className={classes.fields}>
      {shown.map((field) => (
        <FieldEntry key={field.name} field={field} value={read(field)} />
      ))}
      {others.map((name) => (
        <FieldEntry key={`other ${name}`} field={undescribed(name, values[name])} value={values[name]} />
      ))}
    </dl>
  );
}

function undescribed(name: string, value: unknown): FieldDefinition {
  const variant = isRecord(value) || Array.isArray(value) ? 'code' : 'single';
  return { name, label: name, type: 'text', variant, required: false };
}

function FieldEntry({ field, value }: FieldDisplayProps) {
  return (
    <>
      <dt>{field.label}</dt>
      <dd>
        <FieldValue field={field} value={value} />
      </dd>
    </>
  );
}

export function FieldValue({ field, value }: FieldDisplayProps) {
  const { registry } = useContext(DisplayContext);
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    return (
      <span className={classes.empty}>
        <span aria-hidden>–</span>
        <VisuallyHidden>Not given</VisuallyHidden>
      </span>
    );
  }
  const Display = registry?.[field.type]?.display;
  return Display ? <Display field={field} value={value} /> : <span>{toPlainText(value)}</span>;
}

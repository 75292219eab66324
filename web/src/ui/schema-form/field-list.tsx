import { Stack } from '@mantine/core';
import type { FieldDefinition } from './field-definition.ts';
import slotClasses from './field-slot.module.css';
import { FieldSlot } from './field-slot.tsx';
import { useMountedCount } from './use-mounted-count.ts';

const LONG = 40;

export type FieldListProps = {
  fields: readonly FieldDefinition[];
  /** All fields of the same group, where only some are listed. */
  siblings?: readonly FieldDefinition[];
  parent?: string;
  /** Another arrangement than one below the other. */
  className?: string;
};

/** Fields one below the other. A long list appears in steps, so that the first inputs answer at once. */
export function FieldList({ fields, siblings = fields, parent = '', className }: FieldListProps) {
  const mounted = useMountedCount(fields.length, LONG);
  const classNames = [className, fields.length > LONG && slotClasses.long].filter(Boolean).join(' ');
  const slots = fields
    .slice(0, mounted)
    .map((field) => <FieldSlot key={field.name} field={field} siblings={siblings} parent={parent} />);
  if (className) return <div className={classNames}>{slots}</div>;
  return (
    <Stack gap="md" className={classNames || undefined}>
      {slots}
    </Stack>
  );
}

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
};

/** Fields one below the other. A long list appears in steps, so that the first inputs answer at once. */
export function FieldList({ fields, siblings = fields, parent = '' }: FieldListProps) {
  const mounted = useMountedCount(fields.length, LONG);
  return (
    <Stack gap="md" className={fields.length > LONG ? slotClasses.long : undefined}>
      {fields.slice(0, mounted).map((field) => (
        <FieldSlot key={field.name} field={field} siblings={siblings} parent={parent} />
      ))}
    </Stack>
  );
}

import { Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { memo, useId, useMemo, useState } from 'react';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import { SchemaForm } from '#ui/schema-form/schema-form.tsx';
import { presentableFields } from './presentable-fields.ts';
import classes from './schema-editor.module.css';

/** Long enough that a key stroke does not build a long form anew, short enough to feel live. */
const PAUSE_MS = 200;

/** The form as people will see it. What is typed here goes nowhere. */
export const FormPreview = memo(function FormPreview({ fields }: { fields: readonly FieldDefinition[] }) {
  const id = useId();
  const [settled] = useDebouncedValue(fields, PAUSE_MS);
  const shown = useMemo(() => presentableFields(settled), [settled]);
  const [passed, setPassed] = useState<readonly FieldDefinition[]>();
  const left = settled.length - shown.length;
  return (
    <section aria-labelledby={id} className={classes.preview}>
      <Title order={3} size="h4" id={id}>
        Preview
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        The form as people will see it. Try it: nothing is sent.
      </Text>
      {shown.length === 0 ? (
        <Text c="dimmed">The form is empty.</Text>
      ) : (
        <SchemaForm fields={shown} submitLabel="Try the checks" onSubmit={() => setPassed(shown)} />
      )}
      <Text size="sm" mt="sm" role="status">
        {passed === shown && 'The tool would take these values. Nothing was sent.'}
      </Text>
      {left > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {left === 1 ? '1 field is' : `${left} fields are`} not shown yet: give each a name of its own.
        </Text>
      )}
    </section>
  );
});

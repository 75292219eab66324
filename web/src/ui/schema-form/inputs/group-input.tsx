import { Button } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FieldList } from '../field-list.tsx';
import type { FieldInputProps } from '../field-registry.ts';
import { focusInside } from '../focus-field.ts';
import { useSchemaForm } from '../form-context.ts';
import { GroupFrame } from '../group-frame.tsx';
import { toFormValue } from '../to-form-values.ts';
import { useFieldError } from '../use-field-error.ts';
import wrapping from '../wrapping-button.module.css';
import classes from './inputs.module.css';

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;

export function GroupInput({ field, path, spokenLabel }: FieldInputProps) {
  const { setValue, clearErrors } = useFormContext();
  const { announce, recheck } = useSchemaForm();
  const present = useWatch({ name: path, compute: isPresent });
  const error = useFieldError(path);
  const body = useRef<HTMLDivElement>(null);

  function add() {
    setValue(path, toFormValue({ ...field, required: true }, undefined), { shouldDirty: true });
    clearErrors(path);
    announce(`${field.label} added.`);
    requestAnimationFrame(() => focusInside(body.current));
  }

  function remove() {
    setValue(path, null, { shouldDirty: true });
    recheck(path);
    announce(`${field.label} removed.`);
    requestAnimationFrame(() => focusInside(body.current));
  }

  return (
    <GroupFrame field={field} spokenLabel={spokenLabel} error={error}>
      <div ref={body}>
        {present && (
          <div className={classes.nested}>
            <FieldList fields={field.fields ?? []} parent={path} />
          </div>
        )}
        {!present && (
          <Button
            size="compact-sm"
            variant="default"
            classNames={wrapping}
            leftSection={<Plus size={14} aria-hidden />}
            onClick={add}
          >
            Add {field.label}
          </Button>
        )}
        {present && !field.required && (
          <Button
            mt="xs"
            size="compact-sm"
            variant="subtle"
            color="gray"
            classNames={wrapping}
            leftSection={<Trash2 size={14} aria-hidden />}
            onClick={remove}
          >
            Remove {field.label}
          </Button>
        )}
      </div>
    </GroupFrame>
  );
}

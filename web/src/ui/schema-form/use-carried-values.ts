import { useLayoutEffect } from 'react';
import type { FieldDefinition, Values } from './field-definition.ts';
import { fromFormValues, NotJson } from './from-form-values.ts';
import { toFormValues } from './to-form-values.ts';
import type { FieldsForm } from './use-fields-form.ts';

/** Reads what was typed last, for a form of these fields. Kept outside of the form, it outlives it. */
export type CarriedValues = { current: ((fields: readonly FieldDefinition[]) => Values) | undefined };

/** Hands what has been typed to the form that takes this one's place: when the fields change, or when it comes back. */
export function useCarriedValues(form: FieldsForm, fields: readonly FieldDefinition[], carried: CarriedValues) {
  const { getValues, reset } = form;
  useLayoutEffect(() => {
    const before = carried.current?.(fields);
    if (before) reset(before, { keepDefaultValues: true });
    const signature = JSON.stringify(fields);
    carried.current = (next) => {
      if (JSON.stringify(next) === signature) return structuredClone(getValues());
      return toFormValues(next, readableValues(fields, getValues()));
    };
  }, [fields, carried, getValues, reset]);
}

function readableValues(fields: readonly FieldDefinition[], form: Values): Values {
  const values = fromFormValues(fields, form);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof NotJson)));
}

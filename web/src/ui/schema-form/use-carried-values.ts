import { type RefObject, useLayoutEffect } from 'react';
import type { FieldDefinition, Values } from './field-definition.ts';
import { fromFormValues, NotJson } from './from-form-values.ts';
import { toFormValues } from './to-form-values.ts';
import type { FieldsForm } from './use-fields-form.ts';

/** Hands what has been typed to the form that takes this one's place when the fields change. */
export function useCarriedValues(
  form: FieldsForm,
  fields: readonly FieldDefinition[],
  readCurrent: RefObject<(() => Values) | undefined>,
) {
  const { getValues, reset } = form;
  useLayoutEffect(() => {
    const carried = readCurrent.current?.();
    if (carried) reset(toFormValues(fields, carried), { keepDefaultValues: true });
    readCurrent.current = () => readableValues(fields, getValues());
  }, [fields, readCurrent, getValues, reset]);
}

function readableValues(fields: readonly FieldDefinition[], form: Values): Values {
  const values = fromFormValues(fields, form);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof NotJson)));
}

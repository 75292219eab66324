import { useEffect, useState } from 'react';
import type { FormExample } from './example-buttons.tsx';
import type { FieldDefinition, Values } from './field-definition.ts';
import { toFormValues } from './to-form-values.ts';
import type { FieldsForm } from './use-fields-form.ts';

/** Labels of examples may be whole sentences. */
const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Replaces all values at once, and brings the old ones back as long as nothing else was typed. */
export function useReplace(
  form: FieldsForm,
  fields: readonly FieldDefinition[],
  initial: Values,
  announce: (message: string) => void,
) {
  const [before, setBefore] = useState<{ message: string; values: Values }>();
  const { reset, getValues, subscribe } = form;

  useEffect(() => {
    if (!before) return;
    return subscribe({ formState: { values: true }, callback: ({ name }) => void (name && setBefore(undefined)) });
  }, [before, subscribe]);

  function put(values: Values, message: string) {
    const old = structuredClone(getValues());
    reset(structuredClone(values), { keepDefaultValues: true });
    announce(message);
    return old;
  }

  return {
    replaced: before?.message,
    fill: ({ label, input }: FormExample) => {
      const message = `Filled in: ${asSentence(label)}`;
      setBefore({ message, values: put(toFormValues(fields, input), message) });
    },
    reset: () => setBefore({ message: 'Form reset.', values: put(initial, 'Form reset.') }),
    undo: () => {
      if (before) put(before.values, 'Your values are back.');
      setBefore(undefined);
    },
  };
}

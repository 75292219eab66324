import { type FormEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { checkFields } from './check-values.ts';
import type { FieldDefinition, Values } from './field-definition.ts';
import { focusWhenMounted } from './focus-field.ts';
import { listProblems, toFormErrors } from './form-errors.ts';
import { placeProblem } from './form-path.ts';
import { fromFormValues } from './from-form-values.ts';
import { toFormValues } from './to-form-values.ts';

export type FieldsForm = UseFormReturn<Values, unknown, Values>;

function createResolver(fields: readonly FieldDefinition[], uploading: Set<string>): Resolver<Values, unknown, Values> {
  return (formValues) => {
    const values = fromFormValues(fields, formValues);
    const placed = checkFields(fields, values).flatMap((problem) => placeProblem(fields, formValues, problem) ?? []);
    const waiting = [...uploading].map((name) => ({ name, message: 'Wait until the file is uploaded.' }));
    const problems = [...waiting, ...placed];
    return problems.length > 0 ? { values: {}, errors: toFormErrors(problems) } : { values, errors: {} };
  };
}

/** The state behind a form of fields: checks on submit, then on each change, and leads to the first mistake. */
export function useFieldsForm(
  fields: readonly FieldDefinition[],
  defaultValues: Values | undefined,
  root: RefObject<HTMLFormElement | null>,
) {
  const [initial] = useState(() => toFormValues(fields, defaultValues));
  const [uploading] = useState(() => new Set<string>());
  const [resolver] = useState(() => createResolver(fields, uploading));
  const sent = useRef<string>(undefined);
  const checked = useRef(false);
  const form: FieldsForm = useForm<Values, unknown, Values>({
    defaultValues: initial,
    resolver,
    shouldFocusError: false,
  });
  const { trigger, handleSubmit, getValues } = form;

  const visit = useCallback((path: string) => focusWhenMounted(root, path), [root]);
  const recheck = useCallback(
    (path: string) => {
      if (checked.current) queueMicrotask(() => void trigger(path));
    },
    [trigger],
  );

  function submit(event: FormEvent, onSubmit: ((values: Values) => unknown) | undefined) {
    event.preventDefault();
    // A form inside of another page's form must not submit that one too.
    event.stopPropagation();
    if (!onSubmit) return;
    checked.current = true;
    const accept = async () => {
      // Read here: the form library's copy of the values loses fields with names such as `__proto__`.
      const formValues = getValues();
      sent.current = JSON.stringify(formValues);
      await onSubmit(fromFormValues(fields, formValues));
    };
    void handleSubmit(accept, (errors) => {
      const [first] = listProblems(fields, errors);
      if (first) visit(first.name);
    })(event);
  }

  return { form, initial, uploading, recheck, visit, submit, sent };
}

import { useEffect, useRef, useState } from 'react';
import type { FieldDefinition, FieldProblem } from './field-definition.ts';
import { listProblems, toFormErrors } from './form-errors.ts';
import { placeProblem } from './form-path.ts';
import type { FieldsForm } from './use-fields-form.ts';

/** Puts what the server says on the inputs it names; returns what no input can show. */
export function useServerErrors(
  form: FieldsForm,
  fields: readonly FieldDefinition[],
  serverErrors: readonly FieldProblem[] | undefined,
  visit: (path: string) => void,
): { unplaced: string[]; forget: () => void } {
  const [unplaced, setUnplaced] = useState<string[]>([]);
  const shown = useRef<string>(undefined);
  const { getValues, setError } = form;

  useEffect(() => {
    const key = JSON.stringify(serverErrors ?? []);
    if (!serverErrors || key === shown.current) return;
    shown.current = key;
    const values = getValues();
    const placed = serverErrors.map((problem) => ({ problem, place: placeProblem(fields, values, problem) }));
    const shownAt = listProblems(fields, toFormErrors(placed.flatMap(({ place }) => place ?? [])));
    for (const { name, message } of shownAt) setError(name, { type: 'server', message });
    setUnplaced(placed.flatMap(({ place, problem }) => (place ? [] : [problem.message])));
    const [first] = shownAt;
    if (first) visit(first.name);
  }, [serverErrors, fields, getValues, setError, visit]);

  /** A new try starts without the old complaints, and may earn the same ones again. */
  const forget = () => {
    shown.current = undefined;
    setUnplaced([]);
  };
  return { unplaced, forget };
}

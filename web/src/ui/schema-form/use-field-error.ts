import { get, useFormState } from 'react-hook-form';

/** The error of a group or list itself, not of what is inside. */
export function useFieldError(path: string): string | undefined {
  const { errors } = useFormState({ name: path, exact: true });
  const message: unknown = get(errors, `${path}.message`);
  return typeof message === 'string' ? message : undefined;
}

import { get, useFormState } from 'react-hook-form';

/** What is wrong with one input, or with a list or row as a whole. */
export function useError(name: string): string | undefined {
  const { errors } = useFormState({ name });
  const message: unknown = get(errors, `${name}.message`);
  return typeof message === 'string' ? message : undefined;
}

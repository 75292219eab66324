import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type AnyVariables, CombinedError, type OperationContext, type TypedDocumentNode } from '@urql/core';
import { type BaseSyntheticEvent, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { useMutation } from 'urql';
import type { ZodType } from 'zod';
import { type FieldProblem, fieldProblems } from './describe-error.ts';

export type MutationFormOptions<Data, Variables extends AnyVariables, Input extends FieldValues, Output> = {
  document: TypedDocumentNode<Data, Variables>;
  schema: ZodType<Output, Input>;
  defaultValues: Input;
  /** Left out, the checked values are the mutation's `input`. */
  toVariables?: (values: Output) => Variables;
  onDone?: (data: Data, values: Output) => void | Promise<void>;
  context?: Partial<OperationContext>;
};

export type MutationForm<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** For `<form onSubmit={submit} noValidate>`. */
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  submitting: boolean;
  /** What no field can show; give it to `<ErrorNote>`. */
  formError: CombinedError | undefined;
  /** Back to the default values, or to others, without errors. */
  reset: (values?: Input) => void;
};

export function useMutationForm<Data, Variables extends AnyVariables, Input extends FieldValues, Output>(
  options: MutationFormOptions<Data, Variables, Input, Output>,
): MutationForm<Input, Output> {
  const [, run] = useMutation<Data, Variables>(options.document);
  const [formError, setFormError] = useState<CombinedError>();
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(options.schema),
    defaultValues: options.defaultValues as DefaultValues<Input>,
  });

  const submit = form.handleSubmit(async (values) => {
    setFormError(undefined);
    const toVariables = options.toVariables ?? ((input: Output) => ({ input }) as unknown as Variables);
    const result = await run(toVariables(values), options.context);
    if (result.error) setFormError(showOnFields(form, result.error));
    else if (result.data) await options.onDone?.(result.data, values);
  });

  return {
    form,
    submit,
    submitting: form.formState.isSubmitting,
    formError,
    reset: (values) => {
      setFormError(undefined);
      form.reset(values);
    },
  };
}

/** Puts each problem on its field; returns what is left for the form as a whole. */
function showOnFields<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: CombinedError,
): CombinedError | undefined {
  const problems = fieldProblems(error);
  if (problems.length === 0) return error;
  const unplaced: FieldProblem[] = [];
  let focused = false;
  for (const problem of problems) {
    const name = fieldName(form.getValues(), problem);
    if (name === undefined) {
      unplaced.push(problem);
      continue;
    }
    form.setError(name as Path<Input>, { type: 'server', message: problem.message }, { shouldFocus: !focused });
    focused = true;
  }
  if (unplaced.length === 0) return undefined;
  const [first] = error.graphQLErrors;
  const message = first?.message ?? error.message;
  const left = {
    message,
    extensions: { ...first?.extensions, fields: unplaced },
  };
  return new CombinedError({ graphQLErrors: [left], response: error.response });
}

/** The server names paths from the mutation's argument (`input.email`); forms know only what is below it. */
function fieldName(values: FieldValues, problem: FieldProblem): string | undefined {
  const path = problem.path.map(String);
  const candidates = path[0] === 'input' ? [path.slice(1), path] : [path];
  const known = candidates.find((steps) => steps.length > 0 && leadsSomewhere(values, steps));
  return known?.join('.');
}

/** Whether the form has this place. Of what is inside of a single value, or of a list, its input knows. */
function leadsSomewhere(value: unknown, [head, ...rest]: readonly string[]): boolean {
  if (head === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return true;
  return Object.hasOwn(value, head) && leadsSomewhere((value as FieldValues)[head], rest);
}

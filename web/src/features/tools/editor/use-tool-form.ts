import type { CombinedError } from '@urql/core';
import { useCallback, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { errorCode, fieldProblems } from '#lib/describe-error.ts';
import type { FieldProblem } from '#ui/schema-form/field-definition.ts';
import { focusWhenMounted } from '#ui/schema-form/focus-field.ts';
import { toFormErrors } from '#ui/schema-form/form-errors.ts';
import type { PlacedProblem } from '#ui/schema-form/form-path.ts';
import type { StaleEdit } from '../admin/stale-edit.ts';
import { checkTool } from './check-tool.ts';
import { placeProblem } from './place-problem.ts';
import { listErrors } from './places.ts';
import { type SavedTool, useSaveTool } from './save-tool.ts';
import type { ToolValues } from './tool-values.ts';
import { valuesToDraft } from './values-to-draft.ts';

const resolver: Resolver<ToolValues> = (values) => {
  const problems = checkTool(values);
  return problems.length > 0 ? { values: {}, errors: toFormErrors(problems) } : { values, errors: {} };
};

type Refusal = {
  stale?: StaleEdit;
  /** What is no fault of an input. */
  error?: CombinedError;
  /** What is wrong, but with nothing on this page. */
  unplaced?: string[];
  /** For the field editor, which finds the field by itself. */
  inFields?: FieldProblem[];
};

type ToolFormOptions = {
  values: ToolValues;
  /** The version that is looked at; none for a new tool. */
  version: number | undefined;
  isRunnable: (kind: string) => boolean;
  onSaved: (tool: SavedTool) => void;
};

/** The form of a tool: checks, saves, and puts every refusal where it belongs. */
export function useToolForm({ values, version, isRunnable, onSaved }: ToolFormOptions) {
  const form = useForm<ToolValues>({ defaultValues: values, resolver, shouldFocusError: false });
  const [seen, setSeen] = useState(version);
  const [refusal, setRefusal] = useState<Refusal>({});
  const root = useRef<HTMLDivElement>(null);
  const sent = useRef<string>(undefined);
  const busy = useRef(false);
  const save = useSaveTool();
  const visit = useCallback((name: string) => focusWhenMounted(root, name), []);

  function show(problems: readonly PlacedProblem[]) {
    const [first] = listErrors(toFormErrors(problems));
    for (const { name, message } of listErrors(toFormErrors(problems))) {
      form.setError(name as 'name', { type: 'server', message });
    }
    if (first) visit(first.name);
  }

  function refuse(error: CombinedError, given: ToolValues) {
    const told = fieldProblems(error).map(({ path, message }) => ({ path: path.map(String), message }));
    if (errorCode(error) === 'SLUG_TAKEN') told.push({ path: ['slug'], message: error.graphQLErrors[0]!.message });
    if (told.length === 0) return setRefusal({ error });
    const placed = told.map((problem) => ({ problem, place: placeProblem(given, problem) }));
    setRefusal({
      unplaced: placed.flatMap(({ problem, place }) => (place ? [] : [problem.message])),
      inFields: told.filter(({ path }) => path[0] === 'fields' || path[0] === 'inputSchema'),
    });
    show(placed.flatMap(({ place }) => place ?? []));
  }

  const handle = form.handleSubmit(
    async (given) => {
      setRefusal({});
      const outcome = await save(given.slug, seen, valuesToDraft(given, isRunnable(given.kind)));
      if ('stale' in outcome) setRefusal({ stale: outcome.stale });
      else if ('error' in outcome) refuse(outcome.error, given);
      else if ('saved' in outcome) {
        sent.current = JSON.stringify(given);
        setSeen(version === undefined ? undefined : outcome.saved.version);
        form.reset(given, { keepValues: true });
        onSaved(outcome.saved);
      }
    },
    (errors) => {
      setRefusal({});
      const [first] = listErrors(errors);
      if (first) visit(first.name);
    },
  );

  /** Once at a time: the second of two would be refused as behind the first. */
  async function submit() {
    if (busy.current) return;
    busy.current = true;
    await handle().finally(() => {
      busy.current = false;
    });
  }

  return { form, submit, visit, root, sent, refusal, seen };
}

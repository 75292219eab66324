import { type FieldError, InvalidInput } from '#platform/errors.ts';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import { fieldsToJsonSchema } from '#toolkit/fields-to-json-schema.ts';
import type { JsonSchema } from '#toolkit/json-schema.ts';
import type { InputExample } from '#toolkit/tool-definition.ts';
import { findBrokenPromise } from './broken-promise.ts';
import { findExcludedSections } from './excluded-sections.ts';
import { displayIn, type ExecutionSpec, executionTypesOf, placeExecution } from './execution-spec.ts';
import {
  findExpressionProblems,
  findRunnerProblem,
  type SpecSurroundings,
  validateExecutionSpec,
} from './execution-spec-rules.ts';
import { findUnknownNames, sortNames } from './sensitive-names.ts';
import type { ToolContent } from './tool-content.ts';
import { readDraft, type ToolDraft } from './tool-draft.ts';
import { findExampleProblems } from './tool-draft-shape.ts';

export type DraftSurroundings = Omit<SpecSurroundings, 'fields'> & { runnableKinds: ReadonlySet<string> };

/** `stale` are examples that were kept until now and do not fit any more, `gone` names that were hidden until now. */
export type Composed = { content: ToolContent; stale: InputExample[]; gone: string[] };

/** What was decided before stays as long as it fits the kind. */
function placeOf(spec: ExecutionSpec, draft: ToolDraft, base: ToolContent | null) {
  const isKept = base !== null && executionTypesOf(spec.kind).includes(base.executionType);
  const executionType = draft.executionType ?? (isKept ? base.executionType : undefined);
  const sameType = executionType === base?.executionType;
  return placeExecution(spec.kind, {
    executionType,
    visibility: draft.visibility ?? (sameType ? base?.visibility : undefined),
  });
}

function checkExamples(examples: readonly InputExample[], fields: readonly FieldDefinition[]): FieldError[] {
  return examples.flatMap((example, index) =>
    findExampleProblems(example, fields).map(({ name, message }) => ({
      path: ['inputExamples', String(index), 'input', name],
      message,
    })),
  );
}

/** Null empties, nothing given leaves what was there. */
function emptied<Value>(given: unknown, value: Value | undefined, before: Value | null | undefined): Value | null {
  return given === null ? null : (value ?? before ?? null);
}

/**
 * The tool as it would be, with everything checked that can be checked without the database. `base` is the tool as it
 * is, or null for a new one. Problems of the parts come all at once, then those of the whole.
 */
export async function composeTool(
  base: ToolContent | null,
  draft: ToolDraft,
  surroundings: DraftSurroundings,
): Promise<Composed> {
  const read = readDraft(draft, surroundings.slug, base === null);
  const { words } = read;
  const fields = read.fields ?? base?.fields ?? [];
  const spec = read.spec ?? base?.executionSpec;
  if (!spec || read.problems.length > 0) throw new InvalidInput(read.problems);

  const enabled = words.enabled ?? base?.enabled ?? true;
  const outputSchema = emptied(draft.outputSchema, draft.outputSchema as JsonSchema | undefined, base?.outputSchema);
  const inputSchema = fieldsToJsonSchema(fields);
  const schemas = [inputSchema, outputSchema];
  const { executionType, visibility, problems } = placeOf(spec, draft, base);
  problems.push(
    ...validateExecutionSpec(spec, { ...surroundings, fields }),
    ...(await findExpressionProblems(spec, fields)),
    ...findRunnerProblem(spec, enabled, surroundings.runnableKinds),
    ...checkExamples(words.inputExamples ?? [], fields),
    ...findExcludedSections(words.outputSections ?? [], outputSchema),
    ...findBrokenPromise(spec, outputSchema, draft),
    ...findUnknownNames(words.sensitiveFields ?? [], schemas),
  );
  const named = displayIn(spec);
  if (named && words.display && words.display.customUI !== named.customUI) {
    const message = `The execution spec names ${named.customUI}. Change it there, or leave this out.`;
    problems.push({ path: ['display', 'customUI'], message });
  }
  if (problems.length > 0) throw new InvalidInput(problems);

  const kept = emptied(draft.inputExamples, words.inputExamples, base?.inputExamples) ?? [];
  const { fitting = [], stale = [] } = Object.groupBy(kept, (example) =>
    findExampleProblems(example, fields).length === 0 ? 'fitting' : 'stale',
  );
  const hidden = emptied(draft.sensitiveFields, words.sensitiveFields, base?.sensitiveFields) ?? [];
  const { fitting: sensitiveFields, gone } = sortNames(hidden, schemas);
  const content: ToolContent = {
    name: words.name ?? base!.name,
    description: words.description ?? base!.description,
    category: words.category ?? base!.category,
    icon: words.icon ?? base!.icon,
    permissionPolicy: words.permissionPolicy ?? base?.permissionPolicy ?? 'auto',
    requiredPermission: emptied(draft.requiredPermission, words.requiredPermission, base?.requiredPermission),
    enabled,
    fields,
    inputSchema,
    outputSchema,
    executionSpec: spec,
    executionType,
    visibility,
    outputSections: emptied(draft.outputSections, words.outputSections, base?.outputSections) ?? [],
    inputExamples: fitting,
    display:
      named ?? emptied(draft.display, words.display, displayIn(base?.executionSpec ?? null) ? null : base?.display),
    denyOptions: emptied(draft.denyOptions, words.denyOptions, base?.denyOptions) ?? [],
    sensitiveFields,
  };
  return { content, stale, gone };
}

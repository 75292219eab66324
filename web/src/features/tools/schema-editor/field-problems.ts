import type { FieldDefinition, FieldProblem } from '#ui/schema-form/field-definition.ts';

/** Where a problem is to be found after an edit; undefined once the edit has answered it. */
export type Repath = (path: readonly string[]) => readonly string[] | undefined;

export const NO_PROBLEMS: readonly FieldProblem[] = [];
export const answersAll: Repath = () => undefined;

/** Problems of one part, with paths from there; the same empty list whenever there are none. */
export function problemsUnder(problems: readonly FieldProblem[], step: string): readonly FieldProblem[] {
  const inside = problems.filter(({ path }) => path[0] === step);
  if (inside.length === 0) return NO_PROBLEMS;
  return inside.map(({ path, message }) => ({ path: path.slice(1), message }));
}

/** All that was said about one property of a field, in one text. */
export function messageAt(problems: readonly FieldProblem[], ...steps: string[]): string | undefined {
  const said = problems.filter(({ path }) => steps.every((step, at) => path[at] === step));
  return said.length > 0 ? [...new Set(said.map(({ message }) => message))].join(' ') : undefined;
}

export function movePaths(problems: readonly FieldProblem[], repath: Repath): readonly FieldProblem[] {
  if (problems.length === 0) return problems;
  const moved = problems.flatMap((problem) => {
    const path = repath(problem.path);
    return path ? [{ path, message: problem.message }] : [];
  });
  const same = moved.length === problems.length && moved.every(({ path }, at) => path === problems[at]?.path);
  return same ? problems : moved;
}

/** Applies to what lies below a step, and leaves the rest where it is. */
export function below(step: string, repath: Repath): Repath {
  return (path) => {
    if (path[0] !== step) return path;
    const rest = path.slice(1);
    const moved = repath(rest);
    return moved && (moved === rest ? path : [step, ...moved]);
  };
}

/** New values for some properties answer what was said about them. */
export function answers(...properties: readonly string[]): Repath {
  return (path) => (path[0] !== undefined && properties.includes(path[0]) ? undefined : path);
}

/** Entries change places: `to` says where the entry from each index is now. */
export function reindex(to: (index: number) => number | undefined): Repath {
  return (path) => {
    const index = Number(path[0]);
    if (path[0] === undefined || !Number.isInteger(index)) return path;
    const now = to(index);
    if (now === undefined) return undefined;
    return now === index ? path : [String(now), ...path.slice(1)];
  };
}

/** Some rules look at the JSON Schema and name fields instead of counting them. */
function toIndexes(fields: readonly FieldDefinition[], path: readonly string[]): readonly string[] {
  const [head, name, ...rest] = path;
  if (head === 'properties' && name !== undefined) {
    const index = fields.findIndex((field) => field.name === name);
    const field = fields[index];
    return field ? [String(index), ...insideField(field, rest)] : [];
  }
  const field = head === undefined ? undefined : fields[Number(head)];
  return field && head !== undefined ? [head, ...insideField(field, path.slice(1))] : path;
}

function insideField(field: FieldDefinition, path: readonly string[]): readonly string[] {
  const [head] = path;
  if (head === 'properties') return ['fields', ...toIndexes(field.fields ?? [], path)];
  if (head === 'fields') return ['fields', ...toIndexes(field.fields ?? [], path.slice(1))];
  return head === 'items' && field.items ? ['items', ...insideField(field.items, path.slice(1))] : path;
}

/** What the server said, with paths that start inside of the list of fields. */
export function placeProblems(
  fields: readonly FieldDefinition[],
  problems: readonly FieldProblem[],
): readonly FieldProblem[] {
  return problems
    .filter(({ path }) => path[0] === 'fields' || path[0] === 'inputSchema')
    .map(({ path, message }) => ({ path: toIndexes(fields, path.slice(1)), message }));
}

const WORDS: Readonly<Record<string, string>> = { visibleWhen: 'condition', items: 'entries', fields: 'fields' };

/** A place in words: the labels on the way to it, then the property. */
export function describePlace(fields: readonly FieldDefinition[], path: readonly string[]): string {
  const words: string[] = [];
  let list: readonly FieldDefinition[] = fields;
  let field: FieldDefinition | undefined;
  for (const step of path) {
    const listed: FieldDefinition | undefined = list[Number(step)];
    if (listed) {
      field = listed;
      words.push(listed.label || listed.name || `field ${Number(step) + 1}`);
      list = [];
    } else if (step === 'fields' && field?.fields) list = field.fields;
    else words.push(WORDS[step] ?? step);
    if (step === 'items' && field?.items) field = field.items;
  }
  return words.join(' › ');
}

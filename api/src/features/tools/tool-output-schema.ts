import type { FieldError } from '#platform/errors.ts';
import { isSchemaObject, type JsonSchema, walkSchema } from '#toolkit/json-schema.ts';
import { findPatternProblem } from '#toolkit/safe-pattern.ts';
import { findSizeProblem } from '#toolkit/schema-bounds.ts';

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const HOME_REFERENCE = /^#\/(\$defs|definitions)\/([^/]+)$/;

function findReferenceProblem(root: JsonSchema, reference: unknown): string | undefined {
  const [, home, name] = HOME_REFERENCE.exec(String(reference)) ?? [];
  if (!home || !name) return 'A $ref may point to #/$defs/… of this schema only. Nothing is fetched from elsewhere.';
  const shelf = root[home];
  const target = isSchemaObject(shelf) && Object.hasOwn(shelf, name) ? shelf[name] : undefined;
  if (!isSchemaObject(target)) return `There is no #/${home}/${name}.`;
  return '$ref' in target ? 'A $ref may not point to another $ref.' : undefined;
}

function* findProblemsAt(node: JsonSchema, root: JsonSchema): Generator<{ word: string; message: string }> {
  const { type, pattern, $ref: reference } = node;
  if (type !== undefined && ![type].flat().every((each) => TYPES.has(String(each)))) {
    yield { word: 'type', message: `A type is one of ${[...TYPES].join(', ')}.` };
  }
  if (pattern !== undefined) {
    const message = typeof pattern === 'string' ? findPatternProblem(pattern) : 'A pattern is a text.';
    if (message) yield { word: 'pattern', message };
  }
  for (const name of Object.keys(isSchemaObject(node.patternProperties) ? node.patternProperties : {})) {
    const message = findPatternProblem(name);
    if (message) yield { word: 'patternProperties', message };
  }
  if (reference !== undefined) {
    const message = findReferenceProblem(root, reference);
    if (message) yield { word: '$ref', message };
  }
  if ('$dynamicRef' in node || '$recursiveRef' in node) yield { word: '$ref', message: 'Use a plain $ref.' };
}

/** What is wrong with the schema that an author writes for what a tool answers. It is data of strangers: bounded, and never fetched for. */
export function findOutputSchemaProblems(schema: unknown): FieldError[] {
  if (!isSchemaObject(schema)) return [{ path: ['outputSchema'], message: 'A JSON Schema is an object.' }];
  const tooLarge = findSizeProblem(schema);
  if (tooLarge) return [{ path: ['outputSchema'], message: tooLarge }];
  const problems: FieldError[] = [];
  walkSchema(schema, (node, path) => {
    for (const { word, message } of findProblemsAt(node, schema)) {
      problems.push({ path: ['outputSchema', ...path, word], message });
    }
  });
  return problems;
}

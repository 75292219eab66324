import { toCanonicalJson } from '#platform/canonical.ts';
import { isDemanded } from '#toolkit/field-definition.ts';
import { isSchemaObject, type JsonSchema } from '#toolkit/json-schema.ts';
import type { ToolContent } from './tool-content.ts';

/** What users of a tool rely on. */
export type ToolPromise = Pick<ToolContent, 'fields' | 'outputSchema' | 'outputSections'> & { slug: string };

export type Loss = {
  /** Inputs that are gone or hold something else, each with a sentence. */
  inputs: ReadonlyMap<string, string>;
  /** Inputs that must be given now and did not have to be before. */
  demanded: readonly string[];
  /** Properties of the output that are gone or hold something else. */
  outputs: ReadonlyMap<string, string>;
};

function propertiesOf(schema: JsonSchema | null): Record<string, unknown> | undefined {
  return isSchemaObject(schema?.properties) ? schema.properties : undefined;
}

const typeOf = (schema: unknown) => toCanonicalJson(isSchemaObject(schema) ? schema.type : undefined);

/** What a change takes away from those who use the tool. What is added without being asked for takes away nothing. */
export function findLoss(before: ToolPromise, after: ToolPromise): Loss {
  const inputs = new Map<string, string>();
  for (const field of before.fields) {
    const now = after.fields.find((each) => each.name === field.name);
    if (!now) inputs.set(field.name, `the input ${field.name} is gone`);
    else if (now.type !== field.type)
      inputs.set(field.name, `the input ${field.name} is now ${now.type}, not ${field.type}`);
  }
  const wasDemanded = new Set(before.fields.filter(isDemanded).map((field) => field.name));
  const demanded = after.fields.filter((field) => isDemanded(field) && !wasDemanded.has(field.name));

  const outputs = new Map<string, string>();
  const now = propertiesOf(after.outputSchema);
  for (const [name, schema] of now ? Object.entries(propertiesOf(before.outputSchema) ?? {}) : []) {
    if (!Object.hasOwn(now!, name)) outputs.set(name, `the output ${name} is gone`);
    else if (typeOf(now![name]) !== typeOf(schema)) outputs.set(name, `the output ${name} has another type`);
  }
  return { inputs, demanded: demanded.map((field) => field.name), outputs };
}

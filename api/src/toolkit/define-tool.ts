import { type ZodObject, type ZodType, z } from 'zod';
import { describesField } from './described-fields.ts';
import { toInputSchema, toOutputSchema } from './json-schema.ts';
import type { ToolAuthoring, ToolDefinition } from './tool-definition.ts';
import { defaultVisibilityOf, findContradiction } from './tool-placement.ts';

/** A definition that breaks a rule; the message says which, and whoever loaded the file adds its name. */
export class ToolMistake extends Error {
  readonly slug: string;
  constructor(slug: string, message: string) {
    super(`Tool ${slug}: ${message}`);
    this.slug = slug;
  }
}

/** Letters first, then letters, digits and a few signs; 64 at most, the limit of model providers. */
export const SLUG = /^[A-Za-z][A-Za-z0-9_:-]{0,63}$/;
/** Where results appear is decided by configuration, never by an argument. */
export const FORBIDDEN_INPUTS = ['spaceId', 'targetSpaceId'];

function checkTexts({ slug, name, description, category, icon }: ToolDefinition): void {
  if (!SLUG.test(slug)) throw new ToolMistake(slug, `the slug must match ${SLUG.source}.`);
  for (const [field, text] of Object.entries({ name, description, category, icon })) {
    if (!text?.trim()) throw new ToolMistake(slug, `it needs a ${field}.`);
  }
}

function checkSchemas({ slug, input, output }: ToolDefinition): void {
  if (!(input instanceof z.ZodObject)) {
    throw new ToolMistake(slug, 'the input must be a z.object: other shapes are empty to MCP clients (STR-05).');
  }
  if (!output) throw new ToolMistake(slug, 'it needs an output schema (DEF-02).');
  const { catchall } = input.def;
  if (catchall && !(catchall instanceof z.ZodNever)) {
    throw new ToolMistake(slug, 'the input must name all its fields: no form can ask for others (STR-06).');
  }
  for (const name of FORBIDDEN_INPUTS) {
    if (name in input.shape) throw new ToolMistake(slug, `the input may not carry ${name} (GEN-06).`);
  }
}

/** What an example is held against: it shows some of the fields, so what holds for the whole input does not count. */
export function toExampleShape(input: ZodObject): ZodObject {
  return z.object(input.shape).partial().strict();
}

function checkExamples({ slug, input, inputExamples }: ToolDefinition): void {
  const shape = toExampleShape(input);
  for (const example of inputExamples) {
    const parsed = shape.safeParse(example.input);
    if (parsed.success) continue;
    const { path, message } = parsed.error.issues[0]!;
    throw new ToolMistake(
      slug,
      `the example "${example.label}" is stale at ${path.join('.') || 'its top'}: ${message} (INX-02)`,
    );
  }
}

function checkPlacement({ slug, executionType, visibility }: ToolDefinition): void {
  const contradiction = findContradiction(executionType, visibility);
  if (contradiction) throw new ToolMistake(slug, `it is ${executionType} and ${visibility}. ${contradiction} (G-14)`);
}

function checkSections({ slug, outputSections }: ToolDefinition): void {
  const keys = outputSections.map((section) => section.key);
  if (new Set(keys).size !== keys.length) throw new ToolMistake(slug, 'two output sections have the same key.');
}

function checkDenyOptions({ slug, denyOptions }: ToolDefinition): void {
  const labels = denyOptions.map(({ label }) => label.trim());
  if (new Set(labels).size !== labels.length) throw new ToolMistake(slug, 'two deny options have the same label.');
  if (denyOptions.some(({ label, reason }) => !label.trim() || !reason.trim()))
    throw new ToolMistake(slug, 'a deny option needs a label and a reason.');
}

function checkSensitiveFields({ slug, input, output, sensitiveFields }: ToolDefinition): void {
  const schemas = sensitiveFields.length > 0 ? [toInputSchema(input), toOutputSchema(output)] : [];
  const unknown = sensitiveFields.find((name) => !schemas.some((schema) => describesField(schema, name)));
  if (unknown) throw new ToolMistake(slug, `it calls ${unknown} sensitive, which it neither takes nor gives (R-44).`);
}

const defined = new WeakSet<object>();

/** Whether a value came out of `defineTool`, so that its rules hold. */
export function isDefinedTool(value: unknown): value is ToolDefinition {
  return typeof value === 'object' && value !== null && defined.has(value);
}

/** The one way to define a tool in code. Mistakes are found when the file is loaded, not when the tool is called. */
export function defineTool<Input extends ZodObject, Output extends ZodType, Host = unknown>(
  authored: ToolAuthoring<Input, Output, Host>,
): ToolDefinition<Input, Output, Host> {
  const definition: ToolDefinition<Input, Output, Host> = {
    permissionPolicy: 'auto',
    tenantSlugs: [],
    requiredSecrets: [],
    requiredEnv: [],
    inputExamples: [],
    harness: false,
    executionType: 'gateway',
    visibility: defaultVisibilityOf(authored.executionType ?? 'gateway'),
    outputSections: [],
    sensitiveFields: [],
    denyOptions: [],
    collaborative: false,
    ...authored,
  };
  const plain = definition as unknown as ToolDefinition;
  checkTexts(plain);
  checkSchemas(plain);
  checkExamples(plain);
  checkPlacement(plain);
  checkSections(plain);
  checkDenyOptions(plain);
  checkSensitiveFields(plain);
  defined.add(definition);
  return Object.freeze(definition);
}

/** Whether someone has to approve a machine's call of it; with an input, this very call. A hook that fails says yes. */
export function requiresApproval(
  tool: Pick<ToolDefinition, 'permissionPolicy' | 'policyFor'>,
  input?: Record<string, unknown>,
): boolean {
  if (!tool.policyFor || !input) return tool.permissionPolicy === 'always_ask';
  try {
    return tool.policyFor(input) !== 'auto';
  } catch {
    return true;
  }
}

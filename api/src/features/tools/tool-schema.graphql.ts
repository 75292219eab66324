import { can } from '#access/can.ts';
import { builder } from '#graphql/builder.ts';
import { type FieldError, Forbidden, InvalidInput, tellFew } from '#platform/errors.ts';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import { fieldsToJsonSchema } from '#toolkit/fields-to-json-schema.ts';
import type { JsonSchema } from '#toolkit/json-schema.ts';
import { readForeignSchema } from './read-foreign-schema.ts';
import { readInput } from './tool-draft.ts';

const ProblemType = builder.objectRef<FieldError>('ToolSchemaProblem').implement({
  description: 'What does not fit, and where.',
  fields: (t) => ({
    path: t.exposeStringList('path', { description: 'The way to the place.' }),
    message: t.exposeString('message', { description: 'What is wrong there and what to do.' }),
  }),
});

type Reading = {
  fields: FieldDefinition[] | null;
  inputSchema: JsonSchema | null;
  fitting: FieldDefinition[];
  problems: FieldError[];
};

type Given = { fields?: unknown[] | null; inputSchema?: unknown };

/** Half of a form is of no use to its author; half of a schema from elsewhere is. */
function readGiven(given: Given): { fields: FieldDefinition[]; problems: FieldError[] } {
  if (!given.fields) return readForeignSchema(given.inputSchema);
  const { value = [], problems } = readInput(given, 'draft');
  return { fields: value, problems };
}

const ReadingType = builder.objectRef<Reading>('ToolSchemaReading').implement({
  description: 'An input in both ways of writing it, or what stands against it.',
  fields: (t) => ({
    fields: t.field({
      type: ['JSON'],
      nullable: true,
      description: 'As field definitions; null when something does not fit.',
      resolve: (reading) => reading.fields,
    }),
    inputSchema: t.expose('inputSchema', {
      type: 'JSON',
      nullable: true,
      description: 'As JSON Schema 2020-12; null when something does not fit.',
    }),
    fitting: t.field({
      type: ['JSON'],
      description: 'Those fields of an input schema that can be used although `problems` lists what they leave out.',
      resolve: (reading) => reading.fitting,
    }),
    problems: t.expose('problems', {
      type: [ProblemType],
      description: 'What does not fit; of very much, the first of it and how much more there is.',
    }),
  }),
});

builder.queryField('readToolSchema', (t) =>
  t.field({
    type: ReadingType,
    description:
      'Turns an input of field definitions into JSON Schema and the other way round, and lists what does not fit, ' +
      'without saving anything. For those who may author tools.',
    args: {
      fields: t.arg({ type: ['JSON'], description: 'Field definitions; these or `inputSchema`.' }),
      inputSchema: t.arg({ type: 'JSON', description: 'A JSON Schema; this or `fields`.' }),
    },
    authScopes: { signedIn: true },
    resolve: (_root, args, ctx) => {
      if (!can(ctx.viewer, 'tools.tenant.create') && !can(ctx.viewer, 'tools.tenant.update'))
        throw new Forbidden('This is for those who may author tools.', 'tools.tenant.update');
      if (!args.fields && !args.inputSchema) throw InvalidInput.of('fields', 'Give fields or an input schema.');
      const { fields, problems } = readGiven(args);
      const isWhole = problems.length === 0;
      return {
        fields: isWhole ? fields : null,
        inputSchema: isWhole ? fieldsToJsonSchema(fields) : null,
        fitting: fields,
        problems: tellFew(problems),
      };
    },
  }),
);

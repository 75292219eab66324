import { can } from '#access/can.ts';
import { builder } from '#graphql/builder.ts';
import { type FieldError, Forbidden, InvalidInput } from '#platform/errors.ts';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import { fieldsToJsonSchema } from '#toolkit/fields-to-json-schema.ts';
import type { JsonSchema } from '#toolkit/json-schema.ts';
import { readInput } from './tool-draft.ts';

const ProblemType = builder.objectRef<FieldError>('ToolSchemaProblem').implement({
  description: 'What does not fit, and where.',
  fields: (t) => ({
    path: t.exposeStringList('path', { description: 'The way to the place.' }),
    message: t.exposeString('message', { description: 'What is wrong there and what to do.' }),
  }),
});

type Reading = { fields: FieldDefinition[] | null; inputSchema: JsonSchema | null; problems: FieldError[] };

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
    problems: t.expose('problems', { type: [ProblemType], description: 'All that does not fit.' }),
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
      const { value, problems } = readInput(args, 'draft');
      return { fields: value ?? null, inputSchema: value ? fieldsToJsonSchema(value) : null, problems };
    },
  }),
);

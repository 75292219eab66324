import { builder } from '#graphql/builder.ts';
import type { FieldDefinition, FieldOption } from '#toolkit/field-definition.ts';

const FieldOptionType = builder.objectRef<FieldOption>('FieldOption').implement({
  description: 'One choice of a field.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'What is sent.' }),
    label: t.exposeString('label', { description: 'What is shown.' }),
  }),
});

export const FieldDefinitionType = builder.objectRef<FieldDefinition>('FieldDefinition');

FieldDefinitionType.implement({
  description: 'One field of a form: what it holds and how it is shown.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The property it fills.' }),
    label: t.exposeString('label', { description: 'What is written beside it.' }),
    type: t.exposeString('type', { description: 'One of the twelve types, such as `text` or `number`.' }),
    required: t.exposeBoolean('required', { description: 'Whether it must be filled in.' }),
    description: t.exposeString('description', { nullable: true, description: 'A hint below it.' }),
    variant: t.exposeString('variant', {
      nullable: true,
      description: 'How it is shown; the first variant of its type otherwise.',
    }),
    default: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What it holds at first.',
      resolve: (field) => field.default ?? null,
    }),
    options: t.field({
      type: [FieldOptionType],
      complexity: { field: 1, multiplier: 1 },
      nullable: true,
      description: 'The choices of an enum.',
      resolve: (field) => field.options ?? null,
    }),
    integer: t.boolean({ description: 'Whether a number must be whole.', resolve: (field) => field.integer ?? false }),
    min: t.exposeFloat('min', { nullable: true, description: 'Smallest number, shortest text, fewest items.' }),
    max: t.exposeFloat('max', { nullable: true, description: 'Largest number, longest text, most items.' }),
    pattern: t.exposeString('pattern', { nullable: true, description: 'What a text must look like.' }),
    entityType: t.exposeString('entityType', {
      nullable: true,
      description: 'Of which type the records are that a relation points to.',
    }),
    fields: t.field({
      type: [FieldDefinitionType],
      // They lie in memory with the tool: what counts is how much is sent.
      complexity: { field: 1, multiplier: 2 },
      nullable: true,
      description: 'The fields of an object.',
      resolve: (field) => field.fields ?? null,
    }),
    items: t.field({
      type: FieldDefinitionType,
      nullable: true,
      description: 'What the items of a list are.',
      resolve: (field) => field.items ?? null,
    }),
    visibleWhen: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Shown only while another field has one of these values.',
      resolve: (field) => field.visibleWhen ?? null,
    }),
    schema: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'JSON Schema of a value that fields cannot describe; null otherwise. Such a field is an `object` of the ' +
        "variant `json` without `fields`, and holds any JSON. References lead into the tool's `inputSchema`.",
      resolve: (field) => field.schema ?? null,
    }),
  }),
});

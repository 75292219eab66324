import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '#platform/errors.ts';
import {
  DEEPEST_NESTING,
  type FieldDefinition,
  fieldsShape,
  ITEM_NAME,
  LONGEST_DESCRIPTION,
  LONGEST_LABEL,
  MOST_FIELDS,
} from './field-definition.ts';
import { type FieldNote, readFieldNote } from './field-note.ts';
import { findFieldProblems, findVisibilityProblem } from './field-rules.ts';
import { MEDIA_SCHEMA } from './fields-to-json-schema.ts';
import { flattenSchema, type SchemaDocument, SchemaMisfit, SchemaTooLarge } from './flatten-schema.ts';
import { humanizeFieldName } from './humanize-field-name.ts';
import { isSchemaObject, type JsonSchema } from './json-schema.ts';
import { plainWords } from './plain-words.ts';
import { findSizeProblem } from './schema-bounds.ts';
import { isOpen, readNumber, readText, type ValueOfField } from './schema-words.ts';
import { findUnusedWords } from './unused-words.ts';

type Place = { path: string[]; depth: number; opened: ReadonlySet<string> };
type Naming = { name: string; demanded: boolean; isItem: boolean };
/** The field that stands in for a property which fits none. */
export type StandIn = (property: unknown, naming: { name: string; demanded: boolean }) => FieldDefinition;

const LONGEST = { title: LONGEST_LABEL, description: LONGEST_DESCRIPTION };

/** What a form takes over as it is: such names and texts serve, and the parts within were looked at before. */
const SPARED = { name: ITEM_NAME, label: 'Item', description: undefined, fields: undefined, items: undefined };

/**
 * Turns schemas into fields one by one; what does not fit is reported, and the rest goes on. With a stand-in nothing is
 * left out: it takes the place of each property that the fields would lose a part of.
 */
class FieldReader {
  readonly problems: FieldError[] = [];
  private readonly document: SchemaDocument;
  private readonly standIn: StandIn | undefined;

  constructor(root: JsonSchema, standIn?: StandIn) {
    this.document = { root, visited: 0 };
    this.standIn = standIn;
  }

  readGroup(schema: JsonSchema, place: Place): FieldDefinition[] {
    const { properties = {}, required = [], additionalProperties } = schema;
    if (!isSchemaObject(properties)) throw new SchemaMisfit('Its properties are no object.');
    if (additionalProperties !== undefined && additionalProperties !== false) {
      this.report([...place.path, 'additionalProperties'], 'Fields have fixed names, so other keys are refused.');
    }
    const demanded = new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
    for (const name of demanded) {
      if (!Object.hasOwn(properties, name)) this.report([...place.path, 'required'], `There is no property ${name}.`);
    }
    const fields = Object.entries(properties).flatMap(([name, property]) => {
      const path = [...place.path, 'properties', name];
      const naming = { name, demanded: demanded.has(name), isItem: false };
      return this.tryRead(property, naming, { ...place, path }) ?? [];
    });
    const kept = this.standIn ? fields : fields.slice(0, MOST_FIELDS);
    if (kept.length < fields.length) {
      const message = `At most ${MOST_FIELDS} fields; the last ${fields.length - kept.length} are left out.`;
      this.report([...place.path, 'properties'], message);
    }
    return kept.map((field) => this.settleVisibility(field, kept, place.path));
  }

  report(path: string[], message: string): void {
    this.problems.push({ path, message });
  }

  reportUnused(schema: JsonSchema, value: ValueOfField, path: string[]): void {
    for (const { word, message } of findUnusedWords(schema, value)) this.report([...path, word], message);
  }

  private tryRead(schema: unknown, naming: Naming, place: Place): FieldDefinition | undefined {
    try {
      return this.read(schema, naming, place);
    } catch (error) {
      if (!(error instanceof SchemaMisfit)) throw error;
      // Deeper than fields may lie there is no room for a stand-in either, so what is around it gives way.
      if (this.standIn && place.depth > DEEPEST_NESTING) throw error;
      this.report([...place.path, ...error.within], error.message);
      return this.standIn?.(schema, naming);
    }
  }

  private read(given: unknown, naming: Naming, place: Place): FieldDefinition {
    if (place.depth > DEEPEST_NESTING) throw new SchemaMisfit(`Fields may nest ${DEEPEST_NESTING} levels deep.`);
    const { schema, nullable, opened } = flattenSchema(given, this.document, place.opened);
    if (this.standIn && isOpen(schema)) throw new SchemaMisfit('It takes more than fields can name.');
    const note = readFieldNote(schema);
    const required = note.required ?? (naming.demanded && !nullable);
    const value = this.readValue(schema, note, required || naming.isItem, { ...place, opened });
    this.reportUnused(schema, value, place.path);
    const description = this.readNote(schema, 'description', place.path);
    return this.check(
      {
        name: note.name && naming.isItem ? note.name : naming.name,
        label: this.readNote(schema, 'title', place.path)?.trim() || humanizeFieldName(naming.name),
        required,
        ...(description === undefined ? {} : { description }),
        ...value,
        ...(note.visibleWhen ? { visibleWhen: note.visibleWhen } : {}),
      },
      schema,
      place.path,
    );
  }

  /** A text that only explains. One that is too long is no reason to lose the field. */
  private readNote(schema: JsonSchema, word: keyof typeof LONGEST, path: string[]): string | undefined {
    const text = schema[word];
    if (typeof text !== 'string') return undefined;
    if (this.standIn || text.trim().length <= LONGEST[word]) return text;
    const most = LONGEST[word].toLocaleString('en');
    this.report([...path, word], `It has more than ${most} characters, so it is left out.`);
    return undefined;
  }

  private readValue(schema: JsonSchema, note: FieldNote, required: boolean, place: Place): ValueOfField {
    switch (schema.type ?? guessType(schema)) {
      case 'string':
        return readText(schema, note, required);
      case 'number':
      case 'integer':
        return readNumber(schema, note);
      case 'boolean':
        return { type: 'boolean', ...variantIn(note) };
      case 'array':
        return this.readList(schema, note, place);
      case 'object':
        return this.readObject(schema, note, place);
      default:
        throw new SchemaMisfit(
          Array.isArray(schema.type)
            ? 'It is one of several types. Choose one.'
            : 'It says nothing about its value. Give it a type.',
        );
    }
  }

  private readList(schema: JsonSchema, note: FieldNote, place: Place): ValueOfField {
    const { items, minItems, maxItems } = schema;
    const bounds = {
      ...(typeof minItems === 'number' ? { min: minItems } : {}),
      ...(typeof maxItems === 'number' ? { max: maxItems } : {}),
    };
    const holdsMedia = note.type === 'media' && isDeepStrictEqual(items, MEDIA_SCHEMA);
    if (holdsMedia) return { type: 'media', variant: 'gallery', ...bounds };
    const path = [...place.path, 'items'];
    if (schema['x-entity-select'] === 'multiple' && isSchemaObject(items) && items.type === 'string') {
      this.reportUnused(items, { type: 'relation' }, path);
      return { type: 'relation', variant: 'multi-picker', ...bounds, ...entityIn(schema) };
    }
    const item = this.readItem(items, { ...place, path, depth: place.depth + 1 });
    return { type: 'array', ...variantIn(note), ...bounds, items: item };
  }

  private readItem(items: unknown, place: Place): FieldDefinition {
    try {
      return this.read(items, { name: ITEM_NAME, demanded: true, isItem: true }, place);
    } catch (error) {
      throw error instanceof SchemaMisfit ? new SchemaMisfit(error.message, ['items', ...error.within]) : error;
    }
  }

  private readObject(schema: JsonSchema, note: FieldNote, place: Place): ValueOfField {
    if (note.type === 'media' && isDeepStrictEqual(pick(schema, MEDIA_SCHEMA), MEDIA_SCHEMA)) {
      return { type: 'media', ...(note.variant === 'gallery' ? {} : variantIn(note)) };
    }
    if (!isSchemaObject(schema.properties) || Object.keys(schema.properties).length === 0) {
      throw new SchemaMisfit('It is an object with free keys. Name its properties.');
    }
    const fields = this.readGroup(schema, { ...place, depth: place.depth + 1 });
    if (fields.length === 0) throw new SchemaMisfit('None of its properties fits a field.');
    return { type: 'object', ...variantIn(note), fields };
  }

  /** Hands out only what the rules of fields accept; hints and defaults that they refuse are left behind. */
  private check(field: FieldDefinition, schema: JsonSchema, path: string[]): FieldDefinition {
    const { visibleWhen, ...plain } = field;
    const parsed = fieldsShape.safeParse([this.standIn ? { ...plain, ...SPARED } : plain], { error: plainWords });
    if (!parsed.success) throw new SchemaMisfit(parsed.error.issues[0]!.message);
    const [problem] = findFieldProblems([plain], []);
    if (problem?.path[1] === 'variant') {
      const { variant: _hint, ...rest } = field;
      return this.check(rest, schema, path);
    }
    if (problem) throw new SchemaMisfit(problem.message);
    const settled = this.standIn ? plain : parsed.data[0]!;
    const sound: FieldDefinition = visibleWhen ? { ...settled, visibleWhen } : settled;
    if (schema.default === undefined || schema.default === null) return sound;
    const prefilled = { ...sound, default: schema.default };
    if (findFieldProblems([{ ...prefilled, visibleWhen: undefined }], []).length === 0) return prefilled;
    this.report([...path, 'default'], 'The field itself would refuse this default, so it is left out.');
    return sound;
  }

  private settleVisibility(field: FieldDefinition, fields: FieldDefinition[], path: string[]): FieldDefinition {
    const problem = findVisibilityProblem(field, fields);
    if (!problem) return field;
    this.report([...path, 'properties', field.name, 'x-field', 'visibleWhen'], `${problem} The field is always shown.`);
    const { visibleWhen: _condition, ...rest } = field;
    return rest;
  }
}

const variantIn = (note: FieldNote) => (note.variant === undefined ? {} : { variant: note.variant });
const entityIn = (schema: JsonSchema) =>
  typeof schema['x-entity-type'] === 'string' ? { entityType: schema['x-entity-type'] } : {};
const pick = (schema: JsonSchema, like: JsonSchema) =>
  Object.fromEntries(Object.keys(like).map((word) => [word, schema[word]]));

function guessType(schema: JsonSchema): string | undefined {
  if ('properties' in schema) return 'object';
  if ('items' in schema) return 'array';
  const samples = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  return samples.length > 0 && samples.every((sample) => typeof sample === 'string') ? 'string' : undefined;
}

/**
 * The fields of an arbitrary JSON Schema as far as they go, and a list of everything that did not fit, by its place in
 * the schema. References within the document are followed; nothing is ever fetched.
 */
export function jsonSchemaToFields(
  schema: unknown,
  standIn?: StandIn,
): { fields: FieldDefinition[]; problems: FieldError[] } {
  const refuse = (message: string, path: string[] = []) => ({ fields: [], problems: [{ path, message }] });
  const tooLarge = findSizeProblem(schema);
  if (tooLarge) return refuse(tooLarge);
  if (!isSchemaObject(schema)) return refuse('A schema is an object.');
  const reader = new FieldReader(schema, standIn);
  try {
    const { schema: top, opened } = flattenSchema(schema, { root: schema, visited: 0 }, new Set(['#']));
    if ((top.type ?? guessType(top)) !== 'object')
      return refuse('The top of the schema must be an object with properties.');
    reader.reportUnused(top, { type: 'object' }, []);
    const fields = reader.readGroup(top, { path: [], depth: 1, opened });
    return { fields, problems: reader.problems };
  } catch (error) {
    if (error instanceof SchemaMisfit) return refuse(error.message, error.within);
    if (error instanceof SchemaTooLarge) return refuse(error.message);
    throw error;
  }
}

import { humanizeFieldName } from './humanize-field-name.ts';
import { isSchemaObject, type JsonSchema } from './json-schema.ts';

export type FilterControl = 'select' | 'multi-select' | 'number' | 'range' | 'toggle' | 'text';
export type FilterFieldConfig = {
  name: string;
  label: string;
  control: FilterControl;
  options?: string[];
  min?: number;
  max?: number;
};

/** More than these are easier to search than to scan. */
const MOST_SELECT_OPTIONS = 6;

/** A property that also accepts null is filtered like one that does not. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray);
  const real = choices?.filter((choice) => isSchemaObject(choice) && choice.type !== 'null') ?? [];
  return real.length === 1 ? { ...schema, ...real[0] } : schema;
}

function optionsOf(schema: unknown): string[] | undefined {
  if (!isSchemaObject(schema) || !Array.isArray(schema.enum)) return undefined;
  return schema.enum.filter((value) => value !== null).map(String);
}

function controlOf(schema: JsonSchema): Omit<FilterFieldConfig, 'name' | 'label'> {
  const types = [schema.type].flat();
  if (types.includes('boolean')) return { control: 'toggle' };
  if (types.includes('number') || types.includes('integer')) {
    const { minimum, maximum } = schema;
    if (typeof minimum !== 'number' && typeof maximum !== 'number') return { control: 'number' };
    return {
      control: 'range',
      ...(typeof minimum === 'number' ? { min: minimum } : {}),
      ...(typeof maximum === 'number' ? { max: maximum } : {}),
    };
  }
  if (types.includes('array')) {
    const options = optionsOf(schema.items);
    return options ? { control: 'multi-select', options } : { control: 'text' };
  }
  const options = optionsOf(schema);
  if (!options) return { control: 'text' };
  return { control: options.length <= MOST_SELECT_OPTIONS ? 'select' : 'multi-select', options };
}

/** The controls by which a list with these properties is filtered; `visibleFields` chooses some and their order. */
export function schemaToFilterFields(
  properties: Readonly<Record<string, unknown>>,
  visibleFields?: readonly string[],
): FilterFieldConfig[] {
  const names = visibleFields ?? Object.keys(properties);
  return names.flatMap((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isSchemaObject(property)) return [];
    const schema = withoutNull(property);
    const label = typeof schema.title === 'string' ? schema.title : humanizeFieldName(name);
    return [{ name, label, ...controlOf(schema) }];
  });
}

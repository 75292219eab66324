import { useWatch } from 'react-hook-form';
import { type FieldDefinition, isRecord } from '#ui/schema-form/field-definition.ts';
import { useSetSecrets } from '../use-set-secrets.ts';
import type { StepValues } from './execution-values.ts';
import type { Insertion } from './insert-menu.tsx';

function inputsOf(fields: readonly FieldDefinition[], parent = 'input'): Insertion[] {
  return fields.flatMap((field) => {
    const path = `${parent}.${field.name}`;
    const inner = field.type === 'object' ? inputsOf(field.fields ?? [], path) : [];
    return [{ text: `{{${path}}}`, label: field.label }, ...inner];
  });
}

/** The inputs of the tool, as a template names them. */
export function useInputInsertions(): Insertion[] {
  const fields: FieldDefinition[] = useWatch({ name: 'fields' });
  return inputsOf(fields);
}

/** For requests: inputs, and the secrets that are set. */
export function useRequestInsertions(): Insertion[] {
  const inputs = useInputInsertions();
  const secrets = [...(useSetSecrets() ?? [])].map((key) => ({ text: `\${secret.${key}}`, label: 'Secret' }));
  return [...inputs, ...secrets];
}

/** What earlier steps gave, and the parts that their tools promise. */
export function stepInsertions(
  earlier: readonly StepValues[],
  outputSchemaOf: (toolSlug: string) => unknown,
): Insertion[] {
  return earlier.flatMap(({ id, toolSlug }) => {
    const schema = outputSchemaOf(toolSlug);
    const properties = isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : [];
    const whole = { text: `{{steps.${id}.output}}`, label: `All that ${id} gave` };
    const parts = properties.map((name) => ({ text: `{{steps.${id}.output.${name}}}`, label: `${name} of ${id}` }));
    return [whole, ...parts];
  });
}

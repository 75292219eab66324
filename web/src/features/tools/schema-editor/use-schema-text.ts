import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import { cleanFields } from './clean-field.ts';
import { withoutMarks } from './sensitive-marks.ts';

export const JsonSchemaViewQuery = graphql(`
  query JsonSchemaViewQuery($fields: [JSON!], $inputSchema: JSON) {
    readToolSchema(fields: $fields, inputSchema: $inputSchema) {
      fields
      inputSchema
      fitting
      problems { path message }
    }
  }
`);

const PAUSE_MS = 400;

/** The JSON Schema of the fields, asked for while it is looked at. Unfinished fields leave the last good one. */
export function useSchemaText(fields: readonly FieldDefinition[], isActive: boolean) {
  const [settled] = useDebouncedValue(fields, PAUSE_MS);
  const [{ data, error, fetching }, ask] = useQuery({
    query: JsonSchemaViewQuery,
    variables: { fields: withoutMarks(cleanFields(settled)) },
    pause: !isActive || settled !== fields,
  });
  const reading = data?.readToolSchema;
  const [lastGood, setLastGood] = useState<unknown>();
  const schema = reading?.inputSchema ?? lastGood;
  if (schema !== lastGood) setLastGood(schema);
  return {
    text: schema === undefined ? undefined : JSON.stringify(schema, null, 2),
    problems: reading?.problems ?? [],
    error,
    isBehind: fetching || settled !== fields,
    retry: () => ask({ requestPolicy: 'network-only' }),
  };
}

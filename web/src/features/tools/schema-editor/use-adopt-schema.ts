import type { CombinedError } from '@urql/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { asWritten } from '#lib/as-written.ts';
import { type FieldDefinition, type FieldProblem, isRecord } from '#ui/schema-form/field-definition.ts';
import { findJsonError } from './find-json-error.ts';
import { JsonSchemaViewQuery } from './use-schema-text.ts';

export type Adoption =
  | { state: 'idle' | 'reading' }
  | { state: 'broken'; at: number; message: string }
  | { state: 'fit'; fields: readonly FieldDefinition[] }
  | { state: 'unfit'; problems: readonly FieldProblem[]; fitting: readonly FieldDefinition[] }
  | { state: 'failed'; error: CombinedError };

/** Reads a written JSON Schema into fields, or says what stands against it and what fits all the same. */
export function useAdoptSchema() {
  const client = useClient();
  const [adoption, setAdoption] = useState<Adoption>({ state: 'idle' });

  async function adopt(text: string): Promise<Adoption> {
    const next = await read(text);
    setAdoption(next);
    return next;
  }

  async function read(text: string): Promise<Adoption> {
    const broken = findJsonError(text);
    if (broken) {
      const { at, line, column, message } = broken;
      return { state: 'broken', at, message: `Line ${line}, column ${column}: ${message}.` };
    }
    const inputSchema: unknown = JSON.parse(text);
    if (!isRecord(inputSchema)) {
      return { state: 'broken', at: 0, message: 'A schema is an object: start with { "type": "object" … }.' };
    }
    setAdoption({ state: 'reading' });
    const variables = { inputSchema };
    const { data, error } = await client
      .query(JsonSchemaViewQuery, variables, { requestPolicy: 'network-only', ...asWritten(variables) })
      .toPromise();
    if (error) return { state: 'failed', error };
    const { fields, fitting = [], problems = [] } = data?.readToolSchema ?? {};
    if (fields) return { state: 'fit', fields: fields as FieldDefinition[] };
    return { state: 'unfit', problems, fitting: fitting as FieldDefinition[] };
  }

  return { adoption, adopt, forget: () => setAdoption({ state: 'idle' }) };
}

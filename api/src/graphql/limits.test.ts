import { describe, expect, it } from 'vitest';
import type { InvalidInput } from '#platform/errors.ts';
import { checkVariables } from './limits.ts';

function refusalOf(variables: Record<string, unknown>) {
  try {
    checkVariables(variables);
    return undefined;
  } catch (error) {
    return error as InvalidInput;
  }
}

describe('variables', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['of a mutation', { input: { fields: [{ label: 'a\u0000' }] } }, ['fields', '0', 'label']],
    ['of a query', { search: '\ud800' }, ['search']],
    ['that are the whole input', { input: 'a\u0000' }, ['input']],
    ['with a bad name', { input: { executionSpec: JSON.parse('{"__proto__":1}') } }, ['executionSpec']],
  ])('%s are refused where callers wrote them', (_case, variables, path) => {
    expect(refusalOf(variables)?.details).toEqual({ fields: [{ path, message: expect.any(String) }] });
  });

  it('may nest a hundred levels', () => {
    const nest = (levels: number) => Array.from({ length: levels }).reduce<Record<string, unknown>>((a) => ({ a }), {});
    expect(refusalOf(nest(99))).toBeUndefined();
    expect(refusalOf(nest(100))).toMatchObject({ code: 'LIMIT_EXCEEDED', details: { reason: 'VARIABLES_TOO_DEEP' } });
  });
});

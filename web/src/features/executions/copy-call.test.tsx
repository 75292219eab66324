import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, screen } from '@testing-library/react';
import { buildSchema, graphqlSync, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import { CopyCall } from './copy-call.tsx';

const schema = buildSchema(readFileSync(path.resolve(import.meta.dirname, '../../../../api/schema.graphql'), 'utf8'));

/** What a server is asked for by the copied text. */
function send(source: string, variableValues?: Record<string, unknown>) {
  expect(validate(schema, parse(source))).toEqual([]);
  let asked: unknown;
  const executeTool = ({ input }: { input: unknown }) => {
    asked = input;
    return { run: null, error: null };
  };
  expect(graphqlSync({ schema, source, variableValues, rootValue: { executeTool } }).errors).toBeUndefined();
  // What was written into the document comes without a prototype.
  return JSON.parse(JSON.stringify(asked));
}

async function copy(form: string, input: object) {
  const { user } = renderAlone(<CopyCall slug="pay" input={input} />);
  await user.click(screen.getByRole('button', { name: 'Copy as' }));
  const item = await screen.findByRole('menuitem', { name: form });
  const isWarned = screen.queryByText('Hidden values are not copied: fill them in.') !== null;
  await user.click(item);
  await screen.findByRole('button', { name: 'Copied' });
  return { isWarned, text: await navigator.clipboard.readText() };
}

describe('a copied call with hidden values', () => {
  const input = { user: 'olive', pin: '••••', accounts: [{ iban: '••••' }, '••••'] };

  it.each(['GraphQL', 'curl', 'TypeScript'])('has gaps instead, with which it cannot run: %s', async (form) => {
    const { text, isWarned } = await copy(form, input);
    expect(isWarned).toBe(true);
    expect(screen.getByRole('status')).toHaveTextContent('Copied without the hidden values: fill them in.');
    expect(text).not.toContain('••••');
    expect(text).toMatch(/\bpin"?: ?<hidden: fill in>/);
    expect(text).toMatch(/\biban"?: ?<hidden: fill in>/);
  });

  it('is no JSON until the gaps are filled', async () => {
    const { text } = await copy('curl', input);
    const body = /-d '(.*)'$/.exec(text)![1]!;
    expect(() => JSON.parse(body)).toThrow();
    const filled = JSON.parse(body.replaceAll('<hidden: fill in>', '"1234"'));
    expect(filled.variables.input.input).toEqual({ user: 'olive', pin: '1234', accounts: [{ iban: '1234' }, '1234'] });
  });
});

describe('a call copied as GraphQL', () => {
  it('runs as it is pasted, whatever its values are', async () => {
    const input = {
      note: 'say "$input" to \\ 50 % of\nthem: ünï 👍 \u0001 $& (later)',
      none: null,
      flags: [true, [], {}],
      amounts: [0, -1.5, 1e-7, 1e21, 2 ** 60],
      _nested: { deep: [{ a1: 'b' }] },
    };
    const { text } = await copy('GraphQL', input);
    expect(send(text)).toMatchObject({ slug: 'pay', input });
  });

  it('with names that GraphQL cannot write is the body of a request, which runs as it is sent', async () => {
    const input = { rates: { 'EUR/USD': 1.1, '2nd': 2 } };
    const { text } = await copy('GraphQL request, JSON', input);
    const { query, variables } = JSON.parse(text);
    expect(send(query, variables)).toMatchObject({ slug: 'pay', input });
    expect(screen.queryByRole('menuitem', { name: 'GraphQL' })).not.toBeInTheDocument();
  });

  it('is the body of a request too when a server would refuse the document as too long', async () => {
    const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, row) => row) });
    expect(parse((await copy('GraphQL', rows(800))).text, { maxTokens: 1000 })).toBeDefined();
    cleanup();
    const { text } = await copy('GraphQL request, JSON', rows(1000));
    expect(JSON.parse(text).variables.input.input).toEqual(rows(1000));
  });
});

it('a copied call without hidden values is as it was made', async () => {
  const { text, isWarned } = await copy('curl', { note: 'say "••••" to them' });
  expect(isWarned).toBe(false);
  expect(screen.getByRole('status')).toHaveTextContent(/^Copied$/);
  expect(text).toContain(JSON.stringify({ note: 'say "••••" to them' }));
});

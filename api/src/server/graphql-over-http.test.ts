import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWire, type Wire } from '../../test/wire.ts';

/** Audits that stay recommendations we do not follow, each with its reason. */
const NOT_FOLLOWED: Record<string, string> = {
  '572B': 'a document that cannot be parsed is answered with 400 whatever the client accepts, so that proxies see it',
  FDE2: 'likewise a document that is not valid',
  '7B9B': 'likewise variables of the wrong type',
};

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

it('keeps the GraphQL-over-HTTP specification: no error, and every warning is known', async () => {
  const audits = serverAudits({ url: () => `${wire.url}/graphql` });
  expect(audits.length).toBeGreaterThan(50);
  const results = await Promise.all(audits.map((audit) => audit.fn()));
  const failed = results.flatMap((result) =>
    result.status === 'ok' ? [] : [{ ...result, response: result.response.status }],
  );
  expect(failed.filter(({ status }) => status === 'error')).toEqual([]);
  expect(failed.filter(({ id }) => !NOT_FOLLOWED[id])).toEqual([]);
  expect(Object.keys(NOT_FOLLOWED).filter((id) => !failed.some((result) => result.id === id))).toEqual([]);
});

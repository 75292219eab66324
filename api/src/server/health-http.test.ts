import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWire, type Wire } from '../../test/wire.ts';

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

it('says that it lives and that it can serve', async () => {
  expect(await wire.send('/healthz')).toMatchObject({ status: 200, body: { status: 'alive' } });
  expect(await wire.send('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
});

it('counts what it did for Prometheus, without a word about tenants or paths', async () => {
  const story = await wire.tellStory();
  await wire.ask('{ viewer { kind } }', await wire.key(story));
  await wire.send('/no/such/page?secret=1');
  const { status, headers, text } = await wire.send('/metrics');
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  expect(text).toMatch(/^toolcrib_http_requests_total\{door="graphql",status="200"\} \d+$/m);
  expect(text).toMatch(/^toolcrib_http_request_seconds_bucket\{le="0.1",door="graphql"\} \d+$/m);
  for (const name of ['toolcrib_sockets', 'toolcrib_database_connections', 'process_resident_memory_bytes']) {
    expect(text).toMatch(new RegExp(`^${name} `, 'm'));
  }
  expect(text).not.toMatch(new RegExp(`${story.tenant.slug}|such|secret|${story.tenant.id}`));
});

it('has nothing behind other addresses of the API', async () => {
  for (const target of ['/api/', '/api/nothing', '/graphql/x', '/api/auth/nothing']) {
    const { status, headers } = await wire.send(target);
    expect([target, status, headers.get('content-type')]).toEqual([target, 404, expect.stringContaining('json')]);
  }
});

it('survives addresses that are none', async () => {
  for (const target of ['/%', '/%ff', '/a//b', `/${'x'.repeat(5_000)}`]) {
    expect((await wire.send(target)).status).toBeLessThan(500);
  }
});

it('is not ready while it stops, and says so', async () => {
  wire.app.draining();
  expect(await wire.send('/readyz')).toMatchObject({
    status: 503,
    body: { status: 'not ready', problem: expect.stringContaining('stopping') },
  });
  expect((await wire.send('/healthz')).status).toBe(200);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionsOfRole } from '#access/permissions.ts';
import type { ApiKeyViewer } from '#access/viewer.ts';
import type { Budget } from '#graphql/pipeline.ts';
import { RateLimited } from '#platform/errors.ts';
import { openWire, type Wire } from '../../test/wire.ts';
import { createRateLimits } from './rate-limits.ts';

const ASK = '{ viewer { kind } }';

describe('budgets', () => {
  const caller = (apiKeyId: string, tenantId = 't'): ApiKeyViewer => ({
    kind: 'apiKey',
    apiKeyId,
    name: apiKeyId,
    actsForAgent: false,
    creatorId: null,
    rootKeyId: null,
    expiresAt: null,
    scope: {
      tenantId,
      tenantSlug: tenantId,
      roleSlug: null,
      permissions: permissionsOfRole({ slug: '', builtIn: false, permissions: [] }),
    },
  });

  function open(perCaller: number, perTenant: number) {
    let now = 1_000_000;
    const spend = createRateLimits({ now: () => new Date(now) }, { enabled: true, perCaller, perTenant });
    const budgets: Budget[] = [];
    return {
      budgets,
      wait: (ms: number) => {
        now += ms;
      },
      /** How many of so many requests pass. */
      pass(count: number, viewer = caller('a'), cost = 1): number {
        let passed = 0;
        for (let at = 0; at < count; at += 1) {
          try {
            spend(
              viewer,
              () => cost,
              (budget) => budgets.push(budget),
            );
            passed += 1;
          } catch (error) {
            expect(error).toBeInstanceOf(RateLimited);
          }
        }
        return passed;
      },
    };
  }

  it('hold twice the rate at once, and refill steadily', () => {
    const limits = open(10, 1_000);
    expect(limits.pass(50)).toBe(20);
    limits.wait(100);
    expect(limits.pass(50)).toBe(1);
    limits.wait(1_000);
    expect(limits.pass(50)).toBe(10);
    limits.wait(3_600_000);
    expect(limits.pass(50)).toBe(20);
  });

  it('are exact over a long time', () => {
    const limits = open(100, 10_000);
    let passed = limits.pass(1_000);
    for (let second = 0; second < 60; second += 1) {
      limits.wait(1_000);
      passed += limits.pass(300);
    }
    expect(passed).toBe(200 + 60 * 100);
  });

  it('belong to one caller, and together to the tenant', () => {
    const limits = open(10, 15);
    expect(limits.pass(50, caller('a'))).toBe(20);
    expect(limits.pass(50, caller('b'))).toBe(10);
    expect(limits.pass(50, caller('c', 'other'))).toBe(20);
  });

  it('charge large queries more', () => {
    const limits = open(10, 1_000);
    expect(limits.pass(50, caller('a'), 450)).toBe(4);
  });

  it('tell what is left and how long to wait', () => {
    const limits = open(1, 1_000);
    limits.pass(3);
    expect(limits.budgets).toEqual([
      { limit: 1, left: 1, waitSeconds: 0 },
      { limit: 1, left: 0, waitSeconds: 0 },
      { limit: 1, left: 0, waitSeconds: 1 },
    ]);
  });

  it('do not hold when they are off', () => {
    const spend = createRateLimits({ now: () => new Date() }, { enabled: false, perCaller: 1, perTenant: 1 });
    for (let at = 0; at < 100; at += 1) spend(caller('a'), () => 1_000_000);
  });
});

describe('over the wire', () => {
  let wire: Wire;
  beforeAll(async () => {
    wire = await openWire({ RATE_LIMITS: 'on', RATE_KEY_POINTS: '2', RATE_TENANT_POINTS: '100' });
  });
  afterAll(() => wire.close());

  it.each(['POST', 'GET'])(
    'too many requests by %s are refused with 429, and the headers say when to come back',
    async (method) => {
      const key = await wire.key(await wire.tellStory());
      const ask = () =>
        method === 'POST'
          ? wire.ask(ASK, key)
          : wire.send(`/graphql?query=${encodeURIComponent(ASK)}`, { headers: key });
      const answers = [];
      for (let at = 0; at < 12; at += 1) answers.push(await ask());
      const [first] = answers;
      expect([first!.status, first!.headers.get('ratelimit-limit'), first!.headers.get('ratelimit-remaining')]).toEqual(
        [200, '2', '3'],
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(4);
      for (const { body, headers } of refused) {
        const { code, retryAfter } = body.errors![0]!.extensions;
        expect([code, String(retryAfter), headers.get('ratelimit-remaining')]).toEqual([
          'RATE_LIMITED',
          headers.get('retry-after'),
          '0',
        ]);
        expect(retryAfter).toBeGreaterThanOrEqual(1);
        expect(body.data ?? null).toBeNull();
      }
      wire.app.clock.advance(2_000);
      expect((await ask()).status).toBe(200);
    },
  );

  it('a refused mutation does nothing', async () => {
    const story = await wire.tellStory();
    const key = await wire.key(story);
    let made = 0;
    for (let at = 0; at < 10; at += 1) {
      const { status } = await wire.ask(
        `mutation { createWorkspace(input: { slug: "w-${at}", name: "x" }) { workspace { id } } }`,
        key,
      );
      if (status === 200) made += 1;
    }
    expect(made).toBeLessThan(10);
    expect(await wire.app.database.system.workspace.count({ where: { tenantId: story.tenant.id } })).toBe(1 + made);
  });

  it('sockets and streams draw on the same budget', async () => {
    const key = await wire.key(await wire.tellStory());
    const socket = await wire.openStream({ authorization: key.authorization });
    for (let at = 0; at < 8; at += 1) socket.send({ type: 'subscribe', id: `q${at}`, payload: { query: ASK } });
    await socket.heard((frame) => JSON.stringify(frame).includes('RATE_LIMITED'));
    expect((await wire.ask(ASK, key)).status).toBe(429);
    expect((await wire.follow('subscription { settingsChanged { kind } }', key)).status).toBe(429);
    socket.close();
  });

  it('one caller does not use up what another has', async () => {
    const story = await wire.tellStory();
    const [busy, calm] = [await wire.key(story), await wire.key(story)];
    for (let at = 0; at < 8; at += 1) await wire.ask(ASK, busy);
    expect((await wire.ask(ASK, busy)).status).toBe(429);
    expect((await wire.ask(ASK, calm)).status).toBe(200);
  });

  it('the operator is not held up', async () => {
    const { OPERATOR_KEY } = await import('../../test/test-app.ts');
    for (let at = 0; at < 10; at += 1) {
      expect((await wire.ask(ASK, { authorization: `Bearer ${OPERATOR_KEY}` })).status).toBe(200);
    }
  });
});

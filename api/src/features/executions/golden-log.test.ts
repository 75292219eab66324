import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorIn } from '#access/authenticate.ts';
import { newId, newRequestId, parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import { EVENT_TYPES } from '#toolkit/event-log.ts';
import { clientFor } from '../../../test/client.ts';
import { liveGolden } from '../../../test/golden/golden-life.ts';
import { type GoldenLog, readGoldenLogs, recordGoldenLog, restoreGoldenLog } from '../../../test/golden/golden-log.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const RUN = `query($id: ID!) { toolRun(id: $id) { id toolSlug status input output streamed error { code message }
  durationMs source subSource sessionId requestedBy stepId parentRunId test createdAt startedAt endedAt } }`;
const EVENTS = `subscription($id: ID!) { sessionEvents(sessionId: $id) {
  id sessionId seq type toolSlug runId source subSource actor test payload createdAt } }`;

let app: TestApp;
const readers = new Map<string, ReturnType<typeof clientFor>>();

function openReader(tenantId: string) {
  return clientFor(app, operatorIn({ id: tenantId, slug: 'golden' }));
}

async function readRuns(tenantId: string): Promise<Record<string, unknown>[]> {
  const heads = await app.database.system.runHead.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  const client = openReader(tenantId);
  return Promise.all(heads.map(async ({ id }) => (await client.get(RUN, { id: toNodeId('ToolRun', id) })).toolRun));
}

const logs = readGoldenLogs();
beforeAll(async () => {
  app = await createTestApp();
  // `RECORD_GOLDEN=<version>` keeps what this release writes; from then on every later one must read it.
  const release = process.env.RECORD_GOLDEN;
  if (release) {
    const tenantId = newId();
    await liveGolden(app, tenantId, new Date('2026-11-16T12:00:00.000Z'));
    await recordGoldenLog(app, release, { tenantId, runs: await readRuns(tenantId) });
  }
  for (const [version, log] of logs) {
    await restoreGoldenLog(app, log);
    readers.set(version, openReader(log.tenantId));
  }
});
afterAll(() => app.close());

it('this release has kept a log; if not: RECORD_GOLDEN=<version> npm test -- golden-log', () => {
  const { version } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../../package.json'), 'utf8'));
  expect(logs.map(([release]) => release)).toContain(version);
});

it('every type of event stands in one of the logs', () => {
  const written = logs.flatMap(([, { session_events }]) => session_events.map(({ type }) => type));
  expect([...new Set(written)].sort()).toEqual([...EVENT_TYPES].sort());
});

describe.each<[release: string, log: GoldenLog]>(logs)('the log of release %s', (release, log) => {
  it('adds up to the same runs as then', async () => {
    expect(await readRuns(log.tenantId)).toEqual(log.runs);
    expect(log.runs.map(({ status }) => status)).toEqual([
      'SUCCESS',
      'SUCCESS',
      'SUCCESS',
      'ERROR',
      'ERROR',
      'CANCELLED',
    ]);
  });

  it('has its chain unbroken', async () => {
    for (const { id, last_seq: events } of log.sessions) {
      const verdict = await app.events.verify(log.tenantId, id!);
      expect(verdict).toEqual({ intact: true, events: Number(events), brokenSeq: null });
    }
  });

  it('is told whole', async () => {
    const told: { id: string; type: string; seq: number; runId: string | null; payload: Record<string, unknown> }[] =
      [];
    for (const { id, last_seq: last } of log.sessions) {
      const stream = await readers.get(release)!.follow(EVENTS, { id: toNodeId('Session', id!) });
      if (!stream.next) throw new Error(JSON.stringify(stream.refused));
      for (let left = Number(last); left > 0; left -= 1) told.push((await stream.next()).sessionEvents);
      await stream.end();
    }
    expect(told).toHaveLength(log.session_events.length);
    const byId = new Map(told.map((event) => [event.id, event]));
    for (const row of log.session_events) {
      const { type, seq, runId, payload } = byId.get(
        toNodeId(row.id === row.run_id ? 'ToolRun' : 'SessionEvent', row.id!),
      )!;
      const run = runId && parseNodeIdOf('ToolRun', runId);
      expect({ type, seq, run }).toEqual({ type: row.type, seq: Number(row.seq), run: row.run_id });
      const { sensitive: _names, ...stored } = JSON.parse(row.payload!);
      if (row.tool_slug !== 'private') expect(payload).toEqual(stored);
      else expect(JSON.stringify(payload)).not.toMatch(/hidden|other/);
    }
  });

  it('can be gone on with', async () => {
    const [session] = log.sessions;
    const more = await app.events.append({
      tenantId: log.tenantId,
      sessionId: session!.id!,
      actor: { kind: 'system', id: null, label: newRequestId() },
      events: [{ type: 'progress', payload: {} }],
    });
    expect(more).toMatchObject({ accepted: true, events: [{ seq: Number(session!.last_seq) + 1 }] });
    expect(await app.events.verify(log.tenantId, session!.id!)).toMatchObject({ intact: true });
  });
});

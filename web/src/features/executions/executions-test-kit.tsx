import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { clientFor } from '#app/active-client.ts';
import { type FakeFields, startFakeServer } from '../../../test/fake-server.ts';
import { FakeSocket, startFakeSockets } from '../../../test/fake-socket.ts';
import { signedIn } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';

/** A run as the server describes it, with what the test is about. */
export function aRun(id: string, more: object = {}) {
  return {
    __typename: 'ToolRun',
    id,
    toolSlug: 'weather',
    status: 'SUCCESS',
    input: { city: 'Bergen' },
    output: { sky: 'rain' },
    streamed: '',
    error: null,
    errorCode: null,
    durationMs: 1200,
    source: 'WEB',
    subSource: null,
    sessionId: 'session-1',
    requestedBy: 'Olive Owner',
    parentRunId: null,
    stepId: null,
    children: [],
    test: false,
    createdAt: '2026-03-01T12:00:00.000Z',
    startedAt: '2026-03-01T12:00:00.000Z',
    endedAt: '2026-03-01T12:00:01.200Z',
    ...more,
  };
}

export const running = { status: 'RUNNING', output: null, durationMs: null, endedAt: null };

export function aPage(runs: readonly object[], more: object = {}) {
  return {
    totalCount: runs.length,
    edges: runs.map((node, index) => ({ cursor: `cursor-${index}`, node })),
    pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: `cursor-${runs.length - 1}` },
    ...more,
  };
}

export const runner = ['tools.tenant.read', 'tools.tenant.execute'];

/** The app at an address, with a server that has these answers and sockets that nobody has accepted yet. */
export function openApp(path: string, fields: FakeFields, permissions: string[] = runner) {
  startFakeSockets();
  // Each test starts with a cache of its own.
  clientFor(`unused-${Math.random()}`);
  const server = startFakeServer({
    fields: {
      ...signedIn({ permissions }),
      tool: () => null,
      toolRuns: () => aPage([]),
      tools: () => aPage([]),
      ...fields,
    },
  });
  return { server, ...renderApp(path) };
}

/** The open subscription to a field. */
function subscriptionTo(socket: FakeSocket, field: string): string | undefined {
  const isOver = (id: string | undefined) => socket.sent.some((sent) => sent.type === 'complete' && sent.id === id);
  const asks = (payload: unknown) => (payload as { query?: string } | undefined)?.query?.includes(`${field}(`);
  return socket.sent.findLast(({ type, id, payload }) => type === 'subscribe' && asks(payload) && !isOver(id))?.id;
}

export const isFollowed = (field: string): boolean => subscriptionTo(FakeSocket.latest(), field) !== undefined;

export async function connect() {
  const socket = await vi.waitFor(FakeSocket.latest);
  await act(async () => socket.accept());
}

const whoFollows = (field: string): Promise<string> =>
  vi.waitFor(() => {
    const found = subscriptionTo(FakeSocket.latest(), field);
    if (found === undefined) throw new Error(`Nobody follows ${field}.`);
    return found;
  });

/** The server tells something to those who follow the field, once they do. */
export async function tell(field: string, value: object) {
  const id = await whoFollows(field);
  await act(async () => FakeSocket.latest().receive({ type: 'next', id, payload: { data: { [field]: value } } }));
}

/** The server will not let them follow the field. */
export async function turnAway(field: string, code: string) {
  const id = await whoFollows(field);
  const payload = [{ message: 'Not for you.', extensions: { code } }];
  await act(async () => FakeSocket.latest().receive({ type: 'error', id, payload }));
}

export function anEvent(seq: number, type: string, more: object = {}) {
  return {
    __typename: 'SessionEvent',
    id: `event-${seq}`,
    seq,
    type,
    toolSlug: 'weather',
    runId: 'run-1',
    parentRunId: null,
    subSource: null,
    payload: {},
    createdAt: new Date(Date.UTC(2026, 2, 1, 12, 0, seq)).toISOString(),
    ...more,
  };
}

import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import type { StreamedEvent } from './streamed-event.ts';

/** The n-th event of a log, as the server tells it. */
export function anEvent(number: number, more: Partial<StreamedEvent> = {}): StreamedEvent & { __typename: string } {
  return {
    __typename: 'SessionEvent',
    id: `event-${number}`,
    cursor: `cursor-${number}`,
    seq: number,
    sessionId: 'session-1',
    runId: 'run-1',
    type: 'tool.started',
    toolSlug: 'sum',
    source: 'web',
    subSource: null,
    actor: 'Ada Lovelace',
    test: false,
    payload: { input: { a: number } },
    createdAt: '2026-11-16T10:00:00.000Z',
    ...more,
  };
}

type Asked = { query: string; variables: Record<string, unknown> };

/** The subscriptions that were opened over this socket, in order, with what they asked for. */
export function subscriptionsOf(socket: FakeSocket, field: string) {
  return socket.sent.flatMap(({ type, id, payload }) => {
    const asked = payload as Asked | undefined;
    return type === 'subscribe' && asked?.query.includes(`${field}(`) ? [{ id, variables: asked.variables }] : [];
  });
}

/** The server takes the connection, and the page asks for the field. */
export async function connectFor(field: string, count = 1): Promise<FakeSocket> {
  await vi.waitFor(() => {
    if (FakeSocket.all.length < count) throw new Error('No socket yet.');
  }, 3000);
  const socket = FakeSocket.latest();
  await act(async () => socket.accept());
  await vi.waitFor(() => {
    if (subscriptionsOf(socket, field).length === 0) throw new Error(`Nobody follows ${field} yet.`);
  });
  return socket;
}

export async function tell(socket: FakeSocket, field: string, events: readonly StreamedEvent[]) {
  const id = subscriptionsOf(socket, field).at(-1)?.id;
  await act(async () => {
    for (const event of events) socket.receive({ type: 'next', id, payload: { data: { event } } });
  });
}

/** Without layout nothing is in sight, and only what is in sight is drawn. */
export function giveLayout() {
  const height = (element: HTMLElement) => (element.tagName === 'LI' ? 41 : 600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(function measure(this: HTMLElement) {
    return height(this);
  });
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function measure(this: HTMLElement) {
    return height(this);
  });
}

import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useLiveSettings } from '#app/use-live-settings.ts';
import { renderSettings } from '#features/tenancy/settings-test-kit.tsx';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { anEvent, connectFor, subscriptionsOf, tell } from './sessions-test-kit.tsx';
import { useSessionEvents } from './use-session-events.ts';
import { useToolEvents } from './use-tool-events.ts';

type Stream = ReturnType<typeof useToolEvents>;
let stream: Stream;
let states: string[] = [];

function Shown() {
  // The shell of the app holds the socket, whatever a page does.
  useLiveSettings();
  if (states.at(-1) !== stream.state) states.push(stream.state);
  return <output>{stream.events.slice(-9).map(({ seq }) => `${seq} `)}</output>;
}

function Follower({ search = '' }: { search?: string }) {
  stream = useToolEvents(search);
  return <Shown />;
}

function SessionFollower() {
  stream = useSessionEvents('session-1');
  return <Shown />;
}

const shows = (numbers: string) =>
  waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(new RegExp(`^${numbers}$`)));
const inOrder = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => anEvent(from + index));

async function lose(socket: Awaited<ReturnType<typeof connectFor>>) {
  await act(async () => socket.close(1006));
  await act(async () => new Promise((resolve) => setTimeout(resolve, 5)));
}

beforeEach(() => {
  states = [];
  startFakeSockets();
});

describe('the stream of the tenant', () => {
  it('begins now and shows events in the order they come', async () => {
    renderSettings(<Follower />);
    const socket = await connectFor('toolEvents');
    expect(subscriptionsOf(socket, 'toolEvents')[0]?.variables.after).toBeUndefined();
    await tell(socket, 'toolEvents', inOrder(1, 3));
    await shows('1 2 3');
    expect(stream.state).toBe('connected');
  });

  it('goes on behind the last event after the socket was lost, without gap or duplicate', async () => {
    renderSettings(<Follower />);
    const first = await connectFor('toolEvents');
    await tell(first, 'toolEvents', inOrder(1, 2));
    await lose(first);
    expect(stream.state).toBe('reconnecting');
    const second = await connectFor('toolEvents', 2);
    const asked = subscriptionsOf(second, 'toolEvents');
    expect(asked.map(({ variables }) => variables.after)).toEqual(['cursor-2']);
    await tell(second, 'toolEvents', inOrder(3, 4));
    await lose(second);
    const third = await connectFor('toolEvents', 3);
    expect(subscriptionsOf(third, 'toolEvents').map(({ variables }) => variables.after)).toEqual(['cursor-4']);
    await tell(third, 'toolEvents', [anEvent(5)]);
    await shows('1 2 3 4 5');
    expect(stream.mayHaveMissed).toBe(false);
  });

  it('is caught up once something new comes, or once nothing comes for a while', async () => {
    renderSettings(<Follower />);
    const first = await connectFor('toolEvents');
    await tell(first, 'toolEvents', [anEvent(1)]);
    await lose(first);
    const second = await connectFor('toolEvents', 2);
    await tell(second, 'toolEvents', [anEvent(2)]);
    await tell(second, 'toolEvents', [anEvent(3, { createdAt: new Date(Date.now() + 1000).toISOString() })]);
    expect(stream.state).toBe('connected');
    await lose(second);
    await connectFor('toolEvents', 3);
    const again = ['reconnecting', 'catching-up', 'connected'];
    await waitFor(() => expect(states.slice(states.indexOf('reconnecting'))).toEqual([...again, ...again]));
  });

  it('shows once what the server tells again', async () => {
    renderSettings(<Follower />);
    const socket = await connectFor('toolEvents');
    await tell(socket, 'toolEvents', inOrder(1, 2));
    const [{ id } = {}] = subscriptionsOf(socket, 'toolEvents');
    await act(async () => socket.receive({ type: 'complete', id }));
    await waitFor(() => expect(subscriptionsOf(socket, 'toolEvents')).toHaveLength(2));
    await tell(socket, 'toolEvents', inOrder(1, 3));
    await shows('1 2 3');
  });

  it('says that it may have missed something when the socket was lost before it had a place', async () => {
    renderSettings(<Follower />);
    const first = await connectFor('toolEvents');
    await lose(first);
    const second = await connectFor('toolEvents', 2);
    expect(stream.mayHaveMissed).toBe(true);
    await tell(second, 'toolEvents', [anEvent(7)]);
    await shows('7');
  });

  it('stands still while paused, counts what waits, and then shows all of it', async () => {
    renderSettings(<Follower />);
    const first = await connectFor('toolEvents');
    await tell(first, 'toolEvents', [anEvent(1)]);
    await act(async () => stream.pause());
    await lose(first);
    const second = await connectFor('toolEvents', 2);
    await tell(second, 'toolEvents', inOrder(2, 4));
    await waitFor(() => expect(stream.waiting).toBe(3));
    expect(stream.events.map(({ seq }) => seq)).toEqual([1]);
    await act(async () => stream.resume());
    await shows('1 2 3 4');
    expect(stream.waiting).toBe(0);
  });

  it('keeps ten thousand events, and moves its starting point along', async () => {
    renderSettings(<Follower />);
    const socket = await connectFor('toolEvents');
    for (const from of [1, 5001]) {
      await tell(socket, 'toolEvents', inOrder(from, from + 4999));
      await waitFor(() =>
        expect(subscriptionsOf(socket, 'toolEvents').at(-1)?.variables.after).toBe(`cursor-${from + 4999}`),
      );
    }
    await tell(socket, 'toolEvents', inOrder(10_001, 10_010));
    await waitFor(() => expect(stream.events.at(-1)?.seq).toBe(10_010));
    expect(stream.events).toHaveLength(10_000);
    expect(stream.events[0]?.seq).toBe(11);
  });

  it('stops at a refusal, and goes on behind the last event when asked to try again', async () => {
    renderSettings(<Follower />);
    const socket = await connectFor('toolEvents');
    await tell(socket, 'toolEvents', [anEvent(1)]);
    const [{ id } = {}] = subscriptionsOf(socket, 'toolEvents');
    const refusal = { message: 'Too many.', extensions: { code: 'RATE_LIMITED' } };
    await act(async () => socket.receive({ type: 'error', id, payload: [refusal] }));
    await waitFor(() => expect(stream.state).toBe('stopped'));
    await act(async () => stream.retry());
    await waitFor(() => expect(subscriptionsOf(socket, 'toolEvents')).toHaveLength(2));
    expect(subscriptionsOf(socket, 'toolEvents').at(-1)?.variables.after).toBe('cursor-1');
    expect(stream.error).toBeUndefined();
  });
});

describe('the stream of a session', () => {
  it('begins with its first event and goes on behind the last one', async () => {
    renderSettings(<SessionFollower />);
    const first = await connectFor('sessionEvents');
    expect(subscriptionsOf(first, 'sessionEvents')[0]?.variables).toEqual({ sessionId: 'session-1', afterSeq: 0 });
    await tell(first, 'sessionEvents', inOrder(1, 2));
    await lose(first);
    const second = await connectFor('sessionEvents', 2);
    expect(subscriptionsOf(second, 'sessionEvents').map(({ variables }) => variables.afterSeq)).toEqual([2]);
    await tell(second, 'sessionEvents', [anEvent(3)]);
    await shows('1 2 3');
    expect(stream.mayHaveMissed).toBe(false);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnectionStore } from '#lib/connection-state.ts';
import { FakeSocket, startFakeSockets } from '../../test/fake-socket.ts';
import { backoff, createLiveConnection, type LiveConnection } from './live-connection.ts';

const state = createConnectionStore();
const onReconnected = vi.fn();
const onRevoked = vi.fn();
const next = vi.fn();
const error = vi.fn();
let connection: LiveConnection;

async function settle(milliseconds = 0) {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

async function connect() {
  connection = createLiveConnection({ tenant: 'demo', state, onReconnected, onRevoked });
  connection.subscribe({ query: 'subscription { settingsChanged { id } }' }, { next, error, complete: () => {} });
  await settle();
  FakeSocket.latest().accept();
  await settle();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  startFakeSockets();
});

afterEach(() => {
  connection.dispose();
  vi.useRealTimers();
});

describe('the live connection', () => {
  it('names the tenant, says when it is there, and hands values on', async () => {
    await connect();
    expect(FakeSocket.latest().sent[0]).toEqual({ type: 'connection_init', payload: { tenant: 'demo' } });
    expect(state.get()).toBe('connected');
    FakeSocket.latest().publish({ settingsChanged: { id: '1' } });
    expect(next).toHaveBeenCalledWith({ data: { settingsChanged: { id: '1' } } });
  });

  it('comes back by itself after a cut, subscribes again, and asks for what was missed', async () => {
    await connect();
    FakeSocket.latest().close(1006);
    await settle();
    expect(state.get()).toBe('reconnecting');
    await settle(1000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(onReconnected).not.toHaveBeenCalled();
    FakeSocket.latest().accept();
    await settle();
    expect(state.get()).toBe('connected');
    expect(onReconnected).toHaveBeenCalledOnce();
    expect(FakeSocket.latest().sent.map(({ type }) => type)).toContain('subscribe');
  });

  it('gives up a call that is taken and never answered, and calls again', async () => {
    await connect();
    FakeSocket.latest().close(1006);
    await settle(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    await settle(12_000);
    expect(FakeSocket.all).toHaveLength(3);
    FakeSocket.latest().accept();
    await settle(12_000);
    expect(FakeSocket.all).toHaveLength(3);
    expect(state.get()).toBe('connected');
  });

  it('keeps trying for as long as it takes', async () => {
    await connect();
    FakeSocket.latest().close(1001);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await settle(31_000);
      FakeSocket.latest().close(1006);
    }
    await settle(31_000);
    expect(FakeSocket.all.length).toBeGreaterThan(12);
    FakeSocket.latest().accept();
    await settle();
    expect(state.get()).toBe('connected');
  });

  it.each([4500, 1011])('comes back also after the final close %i of a server that failed', async (code) => {
    await connect();
    FakeSocket.latest().close(code);
    await settle(1000);
    FakeSocket.latest().accept();
    await settle();
    expect(FakeSocket.all).toHaveLength(2);
    expect(state.get()).toBe('connected');
    expect(onReconnected).toHaveBeenCalledOnce();
  });

  it('gives up at once when access was revoked', async () => {
    await connect();
    FakeSocket.latest().close(4403, 'Forbidden');
    await settle(60_000);
    expect(onRevoked).toHaveBeenCalledOnce();
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('notices a peer that no longer answers', async () => {
    await connect();
    await settle(15_000);
    expect(FakeSocket.latest().sent.at(-1)?.type).toBe('ping');
    await settle(5_000);
    expect(state.get()).toBe('reconnecting');
  });

  it('says offline without a network, and tries at once when it is back', async () => {
    await connect();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await settle();
    expect(state.get()).toBe('offline');
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('opens nothing any more once it is disposed', async () => {
    await connect();
    connection.dispose();
    await settle(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(onRevoked).not.toHaveBeenCalled();
  });
});

describe('the wait between attempts', () => {
  it('doubles, is half random, and never exceeds half a minute', () => {
    expect(backoff(0, 0)).toBe(250);
    expect(backoff(0, 1)).toBe(500);
    expect(backoff(3, 0)).toBe(2000);
    expect(backoff(50, 1)).toBe(30_000);
  });
});

import { vi } from 'vitest';

/** Stands in for the browser's WebSocket and speaks just enough of graphql-transport-ws. */
export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];

  readyState: number = FakeSocket.CONNECTING;
  readonly sent: { type: string; id?: string; payload?: unknown }[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor() {
    super();
    FakeSocket.all.push(this);
  }

  static latest(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('Nobody has opened a socket.');
    return socket;
  }

  /** The server takes the connection. */
  accept() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  send(data: string) {
    const message = JSON.parse(data);
    this.sent.push(message);
    if (message.type === 'connection_init') queueMicrotask(() => this.receive({ type: 'connection_ack' }));
  }

  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** A value for the one subscription that is open. */
  publish(data: object) {
    const subscription = this.sent.findLast((message) => message.type === 'subscribe');
    this.receive({ type: 'next', id: subscription?.id, payload: { data } });
  }

  close(code = 1000, reason = '') {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code, reason, wasClean: true });
  }
}

export function startFakeSockets() {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  return FakeSocket;
}

import { Duplex } from 'node:stream';
import { MessageReader, renameStatement } from './pglite-protocol.ts';
import type { PgliteTurn } from './pglite-turn.ts';

export type PgliteSession = {
  turn: PgliteTurn;
  sockets: Set<PgliteSocket>;
  send(bytes: Uint8Array): Promise<Uint8Array>;
  /** The engine no longer keeps to the protocol. */
  distrust(reason: Error): void;
};

const TERMINATE = 0x58;
const NOTIFICATION = 0x41;
const READY_FOR_QUERY = 0x5a;
const COPY_IN = 0x47;
const ROLLBACK = new Uint8Array(Buffer.from('Q\0\0\0\rROLLBACK\0', 'latin1'));
const FLUSH = 0x48;
/** Query, Sync, Flush, CopyDone, CopyFail: after these the server answers. */
const ENDS_BATCH = new Set([0x51, 0x53, FLUSH, 0x63, 0x66]);
let socketCount = 0;

/**
 * Looks like a TCP connection to node-postgres and ends in the embedded database.
 * All sockets share its one session, so a socket keeps its turn from the first message of a batch until the server is
 * idle again, which for a transaction means until its end.
 */
export class PgliteSocket extends Duplex {
  readonly #session: PgliteSession;
  readonly #reader = new MessageReader();
  readonly #namePrefix = Buffer.from(`c${++socketCount}_`);
  #batch: Buffer[] = [];
  #hasTurn = false;
  #work: Promise<void> = Promise.resolve();

  constructor(session: PgliteSession) {
    super({ allowHalfOpen: false });
    this.#session = session;
    session.sockets.add(this);
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    for (const { kind, bytes } of this.#reader.read(chunk)) {
      if (kind === 'encryption') this.push('N');
      else if (kind === 'cancel') this.destroy();
      else if (kind === 'startup') this.#queue([bytes]);
      else this.#onMessage(bytes);
    }
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#session.sockets.delete(this);
    void this.#leave().finally(() => done(error));
  }

  #onMessage(message: Buffer): void {
    const type = message[0]!;
    if (type === TERMINATE) {
      this.#work = this.#work.then(() => void this.destroy());
      return;
    }
    this.#batch.push(renameStatement(message, this.#namePrefix));
    if (ENDS_BATCH.has(type)) this.#queue(this.#batch.splice(0));
  }

  #queue(batch: Buffer[]): void {
    this.#work = this.#work.then(() => this.#exchange(batch)).catch((error) => void this.destroy(error));
  }

  async #exchange(batch: Buffer[]): Promise<void> {
    if (this.destroyed) return;
    if (!this.#hasTurn) {
      await this.#session.turn.take();
      this.#hasTurn = true;
      if (this.destroyed) return this.#leave();
    }
    const answer = await this.#session.send(new Uint8Array(Buffer.concat(batch)));
    // Destroyed meanwhile: leaving has given the turn away already.
    if (!this.#hasTurn) return;
    const state = this.#deliver(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
    if (state === 'idle') {
      this.#hasTurn = false;
      this.#session.turn.give();
    }
    // After a stack overflow the engine answers with half a message, then with nothing at all.
    const mayBeSilent = batch.at(-1)?.[0] === FLUSH;
    if (state === 'unknown' && !mayBeSilent) this.#session.distrust(new Error('it broke off in an answer'));
  }

  /** Hands the answer to the driver and tells where it leaves the session. */
  #deliver(answer: Buffer): 'idle' | 'busy' | 'unknown' {
    let state: 'idle' | 'busy' | 'unknown' = 'unknown';
    let from = 0;
    for (let at = 0; at + 5 <= answer.length; ) {
      const type = answer[at];
      const end = at + 1 + answer.readInt32BE(at + 1);
      if (type === READY_FOR_QUERY) state = answer[at + 5] === 'I'.charCodeAt(0) ? 'idle' : 'busy';
      if (type === COPY_IN) state = 'busy';
      if (type === NOTIFICATION) {
        if (at > from) this.push(answer.subarray(from, at));
        from = end;
        this.#tellAll(answer.subarray(at, end));
      }
      at = end;
    }
    if (from < answer.length) this.push(answer.subarray(from));
    return state;
  }

  /** The one session hears every NOTIFY, whichever connection asked for it. */
  #tellAll(notification: Buffer): void {
    queueMicrotask(() => {
      for (const socket of this.#session.sockets) socket.push(notification);
    });
  }

  async #leave(): Promise<void> {
    if (!this.#hasTurn) return;
    this.#hasTurn = false;
    await this.#session.send(ROLLBACK).catch(() => {});
    this.#session.turn.give();
  }
}

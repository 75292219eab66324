import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type LineListener = {
  hear(payload: string): void;
  /** The line was cut and is back: messages in between are lost. */
  again(): void;
};

export type LineOptions = {
  connection: pg.ClientConfig;
  /** The server is connected but does not answer: paused, or cut off without a word. */
  onSilence?(): void;
};

const BEAT_MS = 400;
const PATIENCE_MS = 900;
/** Lets a busy event loop read the answer that arrived while it could not look. */
const GRACE_MS = 200;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 1_000;
const MAX_UNANSWERED = 2;
const LISTEN_DEADLINE_MS = 10_000;

/**
 * One connection of its own that hears NOTIFY, comes back by itself, and feels the server's pulse:
 * other connections cannot tell a long query from a dead server, this one knows how long `SELECT 1` takes.
 */
export class PostgresLine {
  readonly #options: LineOptions;
  readonly #listeners = new Map<string, Set<LineListener>>();
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #client: pg.Client | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #hangUp: () => void = () => {};

  constructor(options: LineOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  connected(): boolean {
    return this.#client !== undefined;
  }

  /** Resolves once the channel is heard; the answer ends it. */
  async listen(channel: string, listener: LineListener): Promise<() => Promise<void>> {
    const client = await this.#whenConnected();
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    const stop = async () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#listeners.delete(channel);
      if (this.#client) await this.#query(this.#client, `UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(() => {});
    };
    try {
      await this.#query(client, `LISTEN ${pg.escapeIdentifier(channel)}`);
      return stop;
    } catch (error) {
      await stop();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#hangUp();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    let retryMs = FIRST_RETRY_MS;
    let isFirst = true;
    let unanswered = 0;
    while (!signal.aborted) {
      const client = new pg.Client(this.#options.connection);
      const gone = whenGone(client);
      this.#hangUp = () => client.connection.stream.destroy();
      try {
        await client.connect();
        await this.#subscribe(client);
        this.#client = client;
        if (!isFirst) this.#tellOfGap();
        isFirst = false;
        unanswered = 0;
        retryMs = FIRST_RETRY_MS;
        await Promise.race([gone, this.#feelPulse(client)]);
      } catch (error) {
        // A server that refuses has said so on every connection; one that does not answer has to be given up on all.
        unanswered = /timeout|ETIMEDOUT/.test(String(error)) ? unanswered + 1 : 0;
        if (unanswered >= MAX_UNANSWERED) this.#options.onSilence?.();
      }
      this.#client = undefined;
      this.#hangUp();
      await sleep(retryMs, undefined, { signal }).catch(() => {});
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    }
  }

  async #subscribe(client: pg.Client): Promise<void> {
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.hear(payload ?? '');
    });
    for (const channel of this.#listeners.keys()) {
      await this.#query(client, `LISTEN ${pg.escapeIdentifier(channel)}`);
    }
  }

  #tellOfGap(): void {
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) listener.again();
    }
  }

  /** Ends when the server has not answered in time. */
  async #feelPulse(client: pg.Client): Promise<void> {
    const { onSilence } = this.#options;
    const { signal } = this.#closing;
    if (!onSilence) return new Promise(() => {});
    for (;;) {
      await sleep(BEAT_MS, undefined, { signal });
      const answer = this.#query(client, 'SELECT 1').then(() => true);
      const silence = sleep(PATIENCE_MS, false, { signal }).then(() => sleep(GRACE_MS, false, { signal }));
      silence.catch(() => {});
      if (await Promise.race([answer, silence])) continue;
      answer.catch(() => {});
      return onSilence();
    }
  }

  async #whenConnected(): Promise<pg.Client> {
    const deadline = Date.now() + LISTEN_DEADLINE_MS;
    while (!this.#client && Date.now() < deadline) await sleep(20, undefined, { signal: this.#closing.signal });
    if (!this.#client) throw new Error('PostgreSQL cannot be reached, so its notifications cannot be heard.');
    return this.#client;
  }

  /** node-postgres wants one query at a time. */
  #query(client: pg.Client, text: string): Promise<unknown> {
    const done = this.#turn.then(() => client.query(text));
    this.#turn = done.catch(() => {});
    return done;
  }
}

function whenGone(client: pg.Client): Promise<void> {
  return new Promise((resolve) => {
    client.on('end', resolve);
    client.on('error', () => resolve());
  });
}

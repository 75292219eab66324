import { Worker } from 'node:worker_threads';

type Reply = { id: number; answer?: Uint8Array; failure?: string };
type Waiting = { resolve(answer: Uint8Array): void; reject(error: Error): void; timer?: NodeJS.Timeout };

/** WebAssembly cannot be interrupted: a statement that takes longer costs a restart of the engine. */
const MAX_STATEMENT_MS = 120_000;

/** The embedded database in its worker thread, spoken to in PostgreSQL's wire protocol. */
export class PgliteEngine {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #stopped: Error | undefined;
  /** Called once when the engine dies without having been closed. */
  onStopped: (reason: Error) => void = () => {};

  private constructor(folder: string | null, snapshot?: string) {
    this.#worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), {
      workerData: { folder, snapshot },
      execArgv: [],
    });
    this.#worker.on('message', (reply: Reply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.stop(error));
    this.#worker.on('exit', () => this.stop(new Error('its thread ended')));
  }

  /** In memory it may begin with a snapshot, an archive that PGlite made, instead of nothing. */
  static async open(folder: string | null, snapshot?: string): Promise<PgliteEngine> {
    const engine = new PgliteEngine(folder, snapshot);
    await new Promise<Uint8Array>((resolve, reject) => engine.#waiting.set(0, { resolve, reject }));
    engine.#worker.unref();
    return engine;
  }

  /** One batch of messages in, everything the server says to it out. */
  send(bytes: Uint8Array | null): Promise<Uint8Array> {
    if (this.#stopped) return Promise.reject(this.#stopped);
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const tooLong = () => this.stop(new Error(`a statement took longer than ${MAX_STATEMENT_MS / 1000} s`));
      this.#waiting.set(id, { resolve, reject, timer: setTimeout(tooLong, MAX_STATEMENT_MS) });
      this.#worker.ref();
      this.#worker.postMessage({ id, bytes });
    });
  }

  async close(): Promise<void> {
    if (this.#stopped) return;
    await this.send(null);
    this.#stopped = new Error('The embedded database is closed.');
    await this.#worker.terminate();
  }

  /** Gives the engine up. Whoever waits for an answer hears why. */
  stop(reason: Error): void {
    if (this.#stopped) return;
    this.#stopped = new Error(`The embedded database stopped: ${reason.message}`, { cause: reason });
    for (const { timer, reject } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(this.#stopped);
    }
    this.#waiting.clear();
    void this.#worker.terminate();
    this.onStopped(this.#stopped);
  }

  #settle({ id, answer, failure }: Reply): void {
    const waiting = this.#waiting.get(id);
    clearTimeout(waiting?.timer);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (failure === undefined) {
      waiting?.resolve(answer ?? new Uint8Array());
      return;
    }
    // SQL errors travel inside answers. This is a trap of the engine itself: its memory cannot be trusted any more.
    waiting?.reject(new Error(failure));
    this.stop(new Error(failure));
  }
}

const MAX_WAIT_MS = 15_000;

type Waiter = { go(): void; timer: NodeJS.Timeout };

/** Who may speak to the one session of the embedded database. First come, first served. */
export class PgliteTurn {
  readonly #waiters: Waiter[] = [];
  #taken = false;

  async take(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(new TurnTimeout());
      };
      const waiter: Waiter = {
        go: resolve,
        timer: setTimeout(giveUp, MAX_WAIT_MS),
      };
      this.#waiters.push(waiter);
    });
  }

  give(): void {
    const next = this.#waiters.shift();
    if (!next) {
      this.#taken = false;
      return;
    }
    clearTimeout(next.timer);
    next.go();
  }
}

class TurnTimeout extends Error {
  constructor() {
    super(
      `The embedded database was held by one transaction for ${MAX_WAIT_MS / 1000} s. ` +
        'Inside a transaction use only its own client: any other one waits for it.',
    );
    this.name = 'TurnTimeout';
  }
}

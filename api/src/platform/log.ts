import { pino } from 'pino';

type Write = (details: object, text: string) => void;
export type Log = { debug: Write; info: Write; warn: Write; error: Write; child(bindings: object): Log };

/** A child that is made with its first line. Most requests write none. */
export class LateLog implements Log {
  readonly #parent: Log;
  readonly #bindings: object;
  #made: Log | undefined;

  constructor(parent: Log, bindings: object) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get #child(): Log {
    this.#made ??= this.#parent.child(this.#bindings);
    return this.#made;
  }

  debug(details: object, text: string): void {
    this.#child.debug(details, text);
  }

  info(details: object, text: string): void {
    this.#child.info(details, text);
  }

  warn(details: object, text: string): void {
    this.#child.warn(details, text);
  }

  error(details: object, text: string): void {
    this.#child.error(details, text);
  }

  child(bindings: object): Log {
    return this.#child.child(bindings);
  }
}

/** What must never reach a log line, wherever it hides in the logged object. */
const SECRET_PATHS = ['authorization', 'cookie', 'password', 'secret', 'token', 'apiKey', 'key'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

const SECRET_TEXT = /\b(tc|op)_[A-Za-z0-9_-]{16,}/g;
const URL_PASSWORD = /(\w+:\/\/[^:@/\s]+):[^@/\s]+@/g;

export function maskSecrets(text: string): string {
  return text.replace(SECRET_TEXT, '$1_…').replace(URL_PASSWORD, '$1:…@');
}

/** What a reader needs of an error. Libraries hang more on theirs: whole clients, the rows they could not store. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return { type: name, code, message, stack, cause: depth < 3 ? describeError(cause, depth + 1) : undefined };
}

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error) },
    redact: { paths: SECRET_PATHS, censor: '…' },
    hooks: { streamWrite: maskSecrets },
  };
  return destination ? pino(options, destination) : pino(options);
}

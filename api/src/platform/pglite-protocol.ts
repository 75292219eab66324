const ENCRYPTION_REQUEST = 80877103;
const CANCEL_REQUEST = 80877102;
const [PARSE, BIND, DESCRIBE, CLOSE, STATEMENT] = [0x50, 0x42, 0x44, 0x43, 0x53];

export type ClientMessage = {
  kind: 'encryption' | 'cancel' | 'startup' | 'message';
  bytes: Buffer;
};

/** Cuts the bytes that a driver writes into the messages of PostgreSQL's wire protocol. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0);
  #started = false;

  *read(chunk: Buffer): Generator<ClientMessage> {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    for (;;) {
      // Until the session has started, messages carry no type byte.
      const typeLength = this.#started ? 1 : 0;
      if (this.#rest.length < typeLength + 4) return;
      const length = typeLength + this.#rest.readInt32BE(typeLength);
      if (this.#rest.length < length) return;
      const bytes = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      const kind = this.#started ? 'message' : kindOfFirst(bytes);
      if (kind === 'startup') this.#started = true;
      yield { kind, bytes };
    }
  }
}

function kindOfFirst(bytes: Buffer): ClientMessage['kind'] {
  const code = bytes.readInt32BE(4);
  if (code === ENCRYPTION_REQUEST) return 'encryption';
  return code === CANCEL_REQUEST ? 'cancel' : 'startup';
}

/** One session has one table of prepared statements, so every connection needs names of its own in it. */
export function renameStatement(message: Buffer, prefix: Buffer): Buffer {
  const at = statementNameAt(message);
  const isNamed = at > 0 && message[at] !== 0;
  if (!isNamed) return message;
  const renamed = Buffer.concat([message.subarray(0, at), prefix, message.subarray(at)]);
  renamed.writeInt32BE(renamed.length - 1, 1);
  return renamed;
}

function statementNameAt(message: Buffer): number {
  const type = message[0];
  if (type === PARSE) return 5;
  if (type === BIND) return message.indexOf(0, 5) + 1;
  const isAboutStatement = (type === DESCRIBE || type === CLOSE) && message[5] === STATEMENT;
  return isAboutStatement ? 6 : 0;
}

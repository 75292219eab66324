const TEXT = 0x81;
const PING = 0x9;
const PONG = 0x8a;
const MASKED = 0x80;
const NO_MASK = Buffer.alloc(4);

/** A frame as clients send it; masked with zeros, which leaves the payload as it is. */
function toFrame(first: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head =
    length < 126
      ? Buffer.from([first, MASKED | length])
      : Buffer.from([first, MASKED | 126, length >> 8, length & 0xff]);
  return Buffer.concat([head, NO_MASK, payload]);
}

export const textFrame = (text: string): Buffer => toFrame(TEXT, Buffer.from(text));
const pongFrame = (payload: Buffer): Buffer => toFrame(PONG, payload);

type Hear = { text(payload: Buffer): void; answer(frame: Buffer): void };

/** Takes frames of a server apart, for next to nothing: a client that costs as much as the server would measure itself. */
export function createFrameReader({ text, answer }: Hear): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (bytes.length - at >= 2) {
      const short = bytes[at + 1]! & 0x7f;
      const head = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (bytes.length - at < head) break;
      const length =
        short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
      const end = at + head + length;
      if (bytes.length < end) break;
      const payload = bytes.subarray(at + head, end);
      if ((bytes[at]! & 0xf) === PING) answer(pongFrame(payload));
      else if (bytes[at] === TEXT) text(payload);
      at = end;
    }
    rest = bytes.subarray(at);
  };
}

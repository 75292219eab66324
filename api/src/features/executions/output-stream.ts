const FLUSH_MS = 100;
const FLUSH_CHARACTERS = 8_192;
export const CUT_OFF = '\n[cut off: the output is larger than is kept]';

/** Takes out what must not be seen; what it has to see together is held back until more comes. */
type Cleaner = { text(given: string): string; longest: number; cut(given: string, at: number): number };
const PLAIN: Cleaner = { text: (given) => given, longest: 0, cut: (_given, at) => at };

/** The beginning that has room in so many bytes, without half a character at its end. */
function beginningOf(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read).toWellFormed();
}

/**
 * Gathers what a tool writes bit by bit into few, larger pieces. Pieces are written in order and one at a time; while one
 * is on its way the next one grows. Beyond the cap the rest is dropped and marked once.
 */
export function createOutputStream(
  write: (text: string) => Promise<unknown>,
  mostBytes: number,
  cleaner: () => Cleaner = () => PLAIN,
) {
  let waiting = '';
  let total = 0;
  let isFull = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let isWriting = false;
  let isEnded = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isWriting || waiting === '') return;
    const { text: clean, longest, cut } = cleaner();
    const whole = clean(waiting);
    const until = isEnded ? whole.length : cut(whole, Math.max(0, whole.length - longest));
    const text = whole.slice(0, until);
    waiting = whole.slice(until);
    if (text === '') return;
    isWriting = true;
    writing = write(text)
      .catch(() => {})
      .then(() => {
        isWriting = false;
        if (waiting.length > cleaner().longest) flush();
      });
  }

  return {
    push(chunk: string): void {
      if (isFull || chunk === '') return;
      const room = mostBytes - total;
      const size = Buffer.byteLength(chunk);
      isFull = size > room;
      waiting += isFull ? beginningOf(chunk, room) + CUT_OFF : chunk;
      total += size;
      if (waiting.length >= FLUSH_CHARACTERS) flush();
      else timer ??= setTimeout(flush, FLUSH_MS);
    },
    /** Writes what is left and waits for it. */
    async end(): Promise<void> {
      isFull = true;
      isEnded = true;
      do {
        flush();
        await writing;
      } while (waiting !== '' || isWriting);
    },
  };
}

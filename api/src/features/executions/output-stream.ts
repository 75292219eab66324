const FLUSH_MS = 100;
const FLUSH_CHARACTERS = 8_192;
export const CUT_OFF = '\n[cut off: the output is larger than is kept]';

/**
 * Gathers what a tool writes bit by bit into few, larger pieces. Pieces are written in order and one at a time; while one
 * is on its way the next one grows. Beyond the cap the rest is dropped and marked once.
 */
export function createOutputStream(write: (text: string) => Promise<unknown>, mostCharacters: number) {
  let waiting = '';
  let total = 0;
  let isFull = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let isWriting = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isWriting || waiting === '') return;
    const text = waiting;
    waiting = '';
    isWriting = true;
    writing = write(text)
      .catch(() => {})
      .then(() => {
        isWriting = false;
        if (waiting !== '') flush();
      });
  }

  return {
    push(chunk: string): void {
      if (isFull || chunk === '') return;
      const room = mostCharacters - total;
      isFull = chunk.length > room;
      waiting += isFull ? chunk.slice(0, room).toWellFormed() + CUT_OFF : chunk;
      total += chunk.length;
      if (waiting.length >= FLUSH_CHARACTERS) flush();
      else timer ??= setTimeout(flush, FLUSH_MS);
    },
    /** Writes what is left and waits for it. */
    async end(): Promise<void> {
      isFull = true;
      do {
        flush();
        await writing;
      } while (waiting !== '' || isWriting);
    },
  };
}

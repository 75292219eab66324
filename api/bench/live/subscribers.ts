import { fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';

/** `words` are said one after the other, each after an answer to the one before; none to a server without protocol. */
export type Opening = { url: string; sockets: number; words: string[]; aim?: Aim };
/** Told when every socket has heard this many frames since it opened; with the moments of arrival, if they are wanted. */
export type Aim = { frames: number; record: boolean };
/** `arrivals` has one list for each frame, with the moment on each socket. */
export type Reached = { at: number; sample: string; arrivals: number[][] };
export type Told = { ready: true } | { reached: Reached } | { failure: string };

export type Subscribers = ReturnType<typeof startSubscribers>;

/** Many sockets in a process of their own. */
export function startSubscribers() {
  const child = fork(path.join(import.meta.dirname, 'subscriber-process.ts'));
  const told = new EventEmitter();
  child.on('message', (message: Told) => {
    if ('failure' in message) told.emit('error', new Error(message.failure));
    else if ('reached' in message) told.emit('reached', message.reached);
    else told.emit('ready');
  });
  const ask = async (message: { open: Opening } | { aim: Aim }) => {
    const ready = once(told, 'ready');
    child.send(message);
    await ready;
  };
  const nextReached = async (): Promise<Reached> => (await once(told, 'reached'))[0];
  return {
    open: (opening: Opening) => ask({ open: opening }),
    /** Opens them anew and waits until all have heard what they are to hear. */
    async openAndReach(opening: Opening, frames: number): Promise<Reached> {
      const reached = nextReached();
      await ask({ open: { ...opening, aim: { frames, record: false } } });
      return reached;
    },
    /** Waits until all have heard so many frames, while `work` makes them. */
    async reach(aim: Aim, work: () => Promise<unknown>): Promise<Reached> {
      const reached = nextReached();
      await ask({ aim });
      await work();
      return reached;
    },
    async end(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export type Load = {
  url: string;
  body: string;
  /** One for all, or several that the connections share among them. */
  headers?: Record<string, string> | Record<string, string>[];
  connections: number;
  ms: number;
};
export type Outcome = { requests: number; perSecond: number; p50: number; p99: number };

/** The process that asks, so that asking and answering do not share one thread. */
export function startLoad() {
  const child = fork(path.join(import.meta.dirname, 'load-generator.ts'));
  return {
    async put(load: Load): Promise<Outcome> {
      child.send(load);
      const [outcome] = (await once(child, 'message')) as [Outcome | { failure: string }];
      if ('failure' in outcome) throw new Error(outcome.failure);
      return outcome;
    },
    end: () => endChild(child),
  };
}

export type ServerScript = {
  url: string;
  pid: number;
  /** For scripts that do something when they are told to. */
  tell<Answer>(message: object): Promise<Answer>;
  end(): Promise<void>;
};

/** Starts a script that tells its address once it listens. */
export async function startServerScript(file: string, settings: Record<string, string> = {}): Promise<ServerScript> {
  const child = fork(file, { env: { ...process.env, ...settings } });
  const [url] = (await once(child, 'message')) as [string];
  const tell = async <Answer>(message: object): Promise<Answer> => {
    child.send(message);
    const [answer] = (await once(child, 'message')) as [Answer];
    return answer;
  };
  return { url, pid: child.pid!, tell, end: () => endChild(child) };
}

async function endChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

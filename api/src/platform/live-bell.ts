import type { Log } from './log.ts';

/** Something changed: no payload, so that whoever hears it reads with rights of their own. `*` means anything. */
export type Bell = { tenantId: string; model: string; id: string };

export const EVERYTHING: Bell = { tenantId: '*', model: '*', id: '*' };

/** How bells travel between processes. It never brings a process its own. */
export type Wire = {
  send(bell: Bell): void;
  healthy(): boolean;
  close(): Promise<void>;
};

export type LiveLog = Pick<Log, 'info' | 'warn' | 'error'>;

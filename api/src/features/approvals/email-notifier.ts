import type { Context } from '#access/context.ts';
import type { Notifier } from '#toolkit/notifier.ts';

/**
 * Where mail would go out. The product has no mail server, so nobody is told by mail until `openApp({ notifiers })` is
 * given one of this channel: `wanted` says whether the tenant wants mail, `send` writes to the person behind `assigneeId`.
 */
export const emailNotifier: Notifier<Context> = {
  channel: 'email',
  wanted: async () => false,
  send: async () => {},
};

import { STATUS_CODES } from 'node:http';
import type { Context } from '#access/context.ts';
import { webhookSigningKey } from '#features/secrets/webhook-signing-key.ts';
import { EgressError } from '#platform/http-error.ts';
import { signWebhook } from '#platform/sign-webhook.ts';
import type { Notice, Notifier } from '#toolkit/notifier.ts';

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 65_536;

/** Posts news to one address, signed with the key of the tenant. Redirects are not followed: it is meant for one host. */
export async function postNotice(ctx: Context, url: string, notice: Notice, signal: AbortSignal): Promise<void> {
  const { id, content } = notice;
  const body = JSON.stringify({ id, ...content });
  const response = await ctx.egress.request(
    {
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        'x-toolcrib-event-id': id,
        'x-toolcrib-event': content.type,
        'x-signature': signWebhook(await webhookSigningKey(ctx), body, ctx.clock.now()),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      mostBytes: MOST_BYTES,
      mostRedirects: 0,
    },
    signal,
  );
  const { status } = response;
  if (status >= 200 && status < 300) return;
  const words = [status, STATUS_CODES[status]].filter(Boolean).join(' ');
  throw new EgressError('REQUEST_FAILED', `${new URL(url).hostname} answered ${words}.`);
}

const findUrl = async (ctx: Context) => (await ctx.db.approvalWebhook.findFirst({ select: { url: true } }))?.url;

/** Tells the address that the tenant has set. */
export const webhookNotifier: Notifier<Context> = {
  channel: 'webhook',
  wanted: async (ctx) => (await findUrl(ctx)) !== undefined,
  async send(ctx, notice, signal) {
    const url = await findUrl(ctx);
    if (url) await postNotice(ctx, url, notice, signal);
  },
};

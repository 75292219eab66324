import { createHmac } from 'node:crypto';

/**
 * `t=<seconds>,v1=<hex>`: the receiver makes the HMAC-SHA-256 of `<seconds>.<body>` with the signing key of the tenant,
 * compares, and refuses what is older than a few minutes.
 */
export function signWebhook(key: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`;
}

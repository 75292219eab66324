import { isRecord } from '#ui/schema-form/field-definition.ts';

/** The host that an execution spec calls; undefined when it calls none, or one that only the call decides. */
export function specHost(spec: unknown): string | undefined {
  const address = isRecord(spec) ? (spec.url ?? spec.webhookUrl) : undefined;
  const host = typeof address === 'string' ? URL.parse(address)?.hostname : undefined;
  return host && /^[\w.-]+$/.test(host) ? host : undefined;
}

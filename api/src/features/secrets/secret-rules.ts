import { domainToASCII } from 'node:url';
import { z } from 'zod';

export const MOST_SECRETS = 500;
const LONGEST_VALUE = 8_192;
const MOST_HOSTS = 20;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
/** A star stands for names below a domain that somebody can own, so neither `*.com` nor `*.0.0.1`. */
const BELOW_DOMAIN = new RegExp(`^(?:${LABEL}\\.)+[a-z][a-z0-9-]*[a-z0-9]$`);

export const secretKeyRule = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Use 1 to 64 letters, digits and underscores, starting with a letter.');

export const secretValueRule = z
  .string()
  .min(1, 'Write the value, also to change only its label or hosts: the stored one cannot be read back.')
  .max(LONGEST_VALUE, `At most ${LONGEST_VALUE} characters.`);

export const secretLabelRule = z.string().trim().max(120, 'At most 120 characters.');

/** Signs with which a text is more than a host. */
const BEYOND_HOST = /[\s/?#\\@:%[\]]/;

function toHost(text: string): string | undefined {
  if (BEYOND_HOST.test(text)) return undefined;
  const isBelow = text.startsWith('*.');
  const name = domainToASCII(isBelow ? text.slice(2) : text);
  if (name.length > 253 || !(isBelow ? BELOW_DOMAIN : HOST).test(name)) return undefined;
  return isBelow ? `*.${name}` : name;
}

const hostRule = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text, problems) => {
    const host = toHost(text);
    if (host) return host;
    problems.addIssue('Write a host name such as api.example.com or *.example.com, without https:// and port.');
    return z.NEVER;
  });

export const secretHostsRule = z
  .array(hostRule)
  .min(1, 'Name at least one host. The value is never sent anywhere else.')
  .max(MOST_HOSTS, `At most ${MOST_HOSTS} hosts.`)
  .transform((hosts) => [...new Set(hosts)]);

/** Whether a value that is bound to these hosts may be sent to this one. A star stands for one name or more. */
export function isBoundTo(hosts: readonly string[], host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return hosts.some((bound) => (bound.startsWith('*.') ? name.endsWith(bound.slice(1)) : name === bound));
}

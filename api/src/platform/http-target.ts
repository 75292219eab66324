import { isIP } from 'node:net';
import { blocked, EgressError } from './http-error.ts';
import { isAdmitted, isPublicAddress } from './public-address.ts';

/** Every address of a name. */
export type Lookup = (host: string) => Promise<readonly string[]>;

const OPEN_PORTS = new Set([80, 443, 8080, 8443]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * The address of a request in one spelling, or a refusal of what no request may contain. The raw text is looked at
 * first, since `URL` silently drops line breaks and turns backslashes round.
 */
export function parseTarget(text: string, base?: URL): URL {
  if (CONTROL.test(text) || text.includes('\\'))
    throw blocked('The address contains characters that do not belong there.');
  if (!URL.canParse(text, base)) throw blocked('This is not an address such as https://api.example.com/items.');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw blocked(`Only http and https are spoken, not ${url.protocol.slice(0, -1)}.`);
  }
  if (url.username || url.password) throw blocked('Names and passwords do not belong in an address.');
  url.hash = '';
  url.hostname = url.hostname.replace(/\.+$/, '');
  if (!url.hostname) throw blocked('The address names no host.');
  return url;
}

function checkAddress(address: string, host: string, port: number, admitted: readonly string[]): void {
  if (
    isAdmitted(
      address,
      port,
      admitted.filter((entry) => entry.includes('/')),
    )
  )
    return;
  if (!isPublicAddress(address)) {
    throw blocked(`${host} is not on the open internet. Tools reach such places only if the operator allows it.`);
  }
  if (!OPEN_PORTS.has(port)) {
    throw blocked(
      `Port ${port} is not open to tools; ${[...OPEN_PORTS].join(', ')} are. The operator can admit others.`,
    );
  }
}

/**
 * The addresses to connect to, IPv4 first. If only one of them leads inside, the name is not trusted at all. `host:port`
 * of the operator's list means the host as it is written in the address; a range means where a name leads to.
 */
export async function resolveTarget(
  host: string,
  port: number,
  { admitted, lookup }: { admitted: readonly string[]; lookup: Lookup },
): Promise<string[]> {
  const addresses = isIP(host) ? [host] : [...(await lookup(host))];
  if (addresses.length === 0) throw new EgressError('REQUEST_FAILED', `${host} has no address. Check its name.`);
  if (!isAdmitted(host, port, admitted)) {
    for (const address of addresses) checkAddress(address, host, port, admitted);
  }
  return addresses.sort((a, b) => isIP(a) - isIP(b));
}

import { BlockList, isIPv4, isIPv6 } from 'node:net';

const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Inside the one range of public addresses: those that carry or stand for others. */
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address, bits] = range.split('/');
    list.addSubnet(address!, Number(bits), isIPv4(address!) ? 'ipv4' : 'ipv6');
  }
  return list;
}

const privateV4 = listOf(PRIVATE_V4);
const publicV6 = listOf(['2000::/3']);
const privateV6 = listOf(PRIVATE_V6);

/** Whether an address belongs to the open internet. Whatever is not known to be public is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !privateV4.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  return publicV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6');
}

/** What `EGRESS_ALLOW` admits: `host:port`, or an address within a CIDR range. */
export function isAdmitted(host: string, port: number, admitted: readonly string[]): boolean {
  const isAddress = isIPv4(host) || isIPv6(host);
  const written = isIPv6(host) ? `[${host}]` : host;
  return admitted.some((entry) => {
    if (!entry.includes('/')) return entry.toLowerCase() === `${written}:${port}`;
    const isV4Range = isIPv4(entry.split('/')[0]!);
    return isAddress && isV4Range === isIPv4(host) && listOf([entry]).check(host, isV4Range ? 'ipv4' : 'ipv6');
  });
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/**
 * Whether a URL names, in letters or digits, something that is not on the open internet. A name is not looked up here:
 * that is done, and pinned, when a request is made. `URL` has written all spellings of an address in one way before.
 */
export function isPrivateLiteral(url: URL, admitted: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = url.port ? Number(url.port) : (DEFAULT_PORTS[url.protocol] ?? 0);
  const isLiteral = isIPv4(host) || isIPv6(host);
  const isLocalName = host === 'localhost' || host.endsWith('.localhost');
  if (!isLocalName && (!isLiteral || isPublicAddress(host))) return false;
  return !isAdmitted(host, port, admitted);
}

/** SSRF guard: the server may call the internet, and of its private network only hosts that the operator listed. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { invalidFault } from './invalidFault';

const PRIVATE_RANGES = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE_RANGES.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['2002::', 16],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE_RANGES.addSubnet(network, prefix, 'ipv6');

/** Whether an address belongs to a private, local or reserved range. */
export const isPrivateAddress = (address: string): boolean => {
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mappedIpv4 !== undefined) return PRIVATE_RANGES.check(mappedIpv4, 'ipv4');
  return PRIVATE_RANGES.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
};

const isAllowlisted = (allowedHosts: readonly string[], hostname: string, port: number): boolean =>
  allowedHosts.includes(hostname) || allowedHosts.includes(`${hostname}:${port}`);

const LOCAL_NAME = /^(?:.+\.)?localhost\.?$/;
/**
 * Whether a URL itself names an address that the server may not call: an IP address of a private range, or a name of this machine. It
 * resolves no other name, whose address can change; `resolveAllowedAddress` checks that at each call.
 */
export function isPrivateUrl(text: string, allowedHosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  if (isAllowlisted(allowedHosts, hostname, getPort(url))) return false;
  return isIP(hostname) > 0 ? isPrivateAddress(hostname) : LOCAL_NAME.test(hostname);
}
/** Whether the operator lists the host of a URL in `PRIVATE_HOSTS`. */
export const isListedHost = (url: URL, { privateHosts }: { readonly privateHosts: readonly string[] }): boolean =>
  isAllowlisted(privateHosts, url.hostname.replace(/^\[|\]$/g, ''), getPort(url));
const getPort = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** Throws `row.invalid` for the field when its URL is in a private network and not in `PRIVATE_HOSTS`: the server would refuse to call it. */
export function assertPublicUrl(
  { privateHosts }: { readonly privateHosts: readonly string[] },
  path: string,
  url: string | null | undefined,
): void {
  if (typeof url === 'string' && isPrivateUrl(url, privateHosts)) throw invalidFault({ path, code: 'private_url' });
}

export interface OutboundTarget {
  readonly host: string;
  readonly port: number;
}
/**
 * Resolves a host once, so that a second DNS response cannot lead elsewhere; undefined when the server may not call it. `allowedHosts` are
 * hosts, with or without a port, that the operator allows; `allowedPorts` restrict all others.
 */
export async function resolveAllowedAddress(
  { host, port }: OutboundTarget,
  allowedHosts: readonly string[],
  allowedPorts?: readonly number[],
): Promise<string | undefined> {
  const hostname = host.replace(/^\[|\]$/g, '').toLowerCase();
  const isAllowed = isAllowlisted(allowedHosts, hostname, port);
  if (!isAllowed && allowedPorts && !allowedPorts.includes(port)) return undefined;
  const resolved = isIP(hostname) > 0 ? [{ address: hostname }] : await lookup(hostname, { all: true }).catch(() => []);
  const allowed = isAllowed ? resolved : resolved.filter(({ address }) => !isPrivateAddress(address));
  // one private address among public ones is an attack, not a fallback
  return allowed.length === resolved.length ? allowed[0]?.address : undefined;
}

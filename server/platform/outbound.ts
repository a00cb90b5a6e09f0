/** Whom the house may call: the open internet, and of its own network only what the operator listed. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const PRIVATE = new BlockList();
for (const [net, prefix] of [
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
  PRIVATE.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv6');

const isPrivate = (address: string): boolean => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return PRIVATE.check(mapped, 'ipv4');
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
};

export interface Callee {
  readonly host: string;
  readonly port: number;
}
/**
 * The address to call, looked up once, so that no second answer leads elsewhere; undefined when it may not be called.
 * `listed` holds hosts, with or without a port, that the operator vouches for; `ports` bind all others.
 */
export async function addressFor(
  { host, port }: Callee,
  listed: readonly string[],
  ports?: readonly number[],
): Promise<string | undefined> {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  const isListed = listed.includes(bare) || listed.includes(`${bare}:${port}`);
  if (!isListed && ports && !ports.includes(port)) return undefined;
  const found = isIP(bare) > 0 ? [{ address: bare }] : await lookup(bare, { all: true }).catch(() => []);
  const open = isListed ? found : found.filter(({ address }) => !isPrivate(address));
  // One private answer among public ones is a trap, not a fallback.
  return open.length === found.length ? open[0]?.address : undefined;
}

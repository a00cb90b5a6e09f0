/** Where a request comes from: the peer, or what a proxy we trust says about it. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export type AddressOf = (request: IncomingMessage) => string;

/** Reads `X-Forwarded-For` from the right, and only as far as trusted proxies wrote it. */
export function createAddressOf(trusted: readonly string[]): AddressOf {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(prefix), family);
  }
  const isProxy = (ip: string): boolean => proxies.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
  return (request) => {
    const peer = plain(request.socket.remoteAddress ?? '');
    const said = request.headers['x-forwarded-for'];
    if (said === undefined) return peer;
    const hops = String(said).split(',');
    let ip = peer;
    while (isIP(ip) !== 0 && isProxy(ip)) {
      const hop = plain((hops.pop() ?? '').trim());
      if (isIP(hop) === 0) break;
      ip = hop;
    }
    return ip;
  };
}

const plain = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/, '');

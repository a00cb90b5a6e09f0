/** Where a request comes from: the peer, or what a proxy we trust says about it. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Services } from '../../context';

export type AddressOf = (request: IncomingMessage) => string;

/** How often an address that is not trusted is reported, milliseconds. */
const REPORT_MS = 60_000;
/** Reports in the log, at most once a minute, an address that forwards requests and is no trusted proxy. */
export function createUntrustedReport({ log, clock }: Pick<Services, 'log' | 'clock'>): (peer: string) => void {
  let reported = Number.NEGATIVE_INFINITY;
  return (peer) => {
    const now = clock.now();
    if (now - reported < REPORT_MS) return;
    reported = now;
    log.warn(
      { peer, setting: 'TRUSTED_PROXIES' },
      'X-Forwarded-For was ignored: its sender is not in TRUSTED_PROXIES. If it is your reverse proxy, add its address there; until then all its visitors share one rate limit',
    );
  };
}

/**
 * Reads `X-Forwarded-For` from the right, and only as far as trusted proxies wrote it. `onUntrusted` gets the address of a peer that sends
 * the header and is not trusted.
 */
export function createAddressOf(trusted: readonly string[], onUntrusted?: (peer: string) => void): AddressOf {
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
    if (isIP(peer) === 0) return peer;
    if (!isProxy(peer)) {
      onUntrusted?.(peer);
      return peer;
    }
    const hops = String(said).split(',');
    let ip = peer;
    while (isProxy(ip)) {
      const hop = plain((hops.pop() ?? '').trim());
      if (isIP(hop) === 0) break;
      ip = hop;
    }
    return ip;
  };
}

const plain = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/, '');

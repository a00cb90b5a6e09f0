/** The IP address of a client: that of the peer, or the one that a trusted proxy reports. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Services } from '../../context';

export type ReadClientIp = (request: IncomingMessage) => string;

/** Milliseconds between two warnings about an untrusted proxy. */
const WARN_INTERVAL_MS = 60_000;
/** Logs, at most once a minute, the address of a peer that forwards requests and is not a trusted proxy. */
export function createUntrustedProxyWarning({ log, clock }: Pick<Services, 'log' | 'clock'>): (peer: string) => void {
  let lastWarning = Number.NEGATIVE_INFINITY;
  return (peer) => {
    const now = clock.now();
    if (now - lastWarning < WARN_INTERVAL_MS) return;
    lastWarning = now;
    log.warn(
      { peer, setting: 'TRUSTED_PROXIES' },
      'X-Forwarded-For was ignored: its sender is not in TRUSTED_PROXIES. If it is your reverse proxy, add its address there; until then all its visitors share one rate limit',
    );
  };
}

/**
 * Reads `X-Forwarded-For` from the right, and only the part that trusted proxies wrote. `onUntrusted` gets the address of an untrusted peer
 * that sends the header.
 */
export function createClientIpReader(
  trustedProxies: readonly string[],
  onUntrusted?: (peer: string) => void,
): ReadClientIp {
  const proxies = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(prefix), family);
  }
  const isProxy = (ip: string): boolean => proxies.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
  return (request) => {
    const peer = stripIpv4Prefix(request.socket.remoteAddress ?? '');
    const forwardedFor = request.headers['x-forwarded-for'];
    if (forwardedFor === undefined) return peer;
    if (isIP(peer) === 0) return peer;
    if (!isProxy(peer)) {
      onUntrusted?.(peer);
      return peer;
    }
    const hops = String(forwardedFor).split(',');
    let ip = peer;
    while (isProxy(ip)) {
      const hop = stripIpv4Prefix((hops.pop() ?? '').trim());
      if (isIP(hop) === 0) break;
      ip = hop;
    }
    return ip;
  };
}

const stripIpv4Prefix = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/, '');

/** Rate limit of socket handshakes, before authentication: new connections per second and IP network, open ones, and refused attempts. */
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../../common/limits';
import { getIpNetwork } from '../../access/limits/rateLimits';
import type { Clock } from '../../context';
import { TIMING } from '../timing';

/** The used part of an engine.io connection. */
export interface EngineConnection {
  readonly request: IncomingMessage;
  close(discard?: boolean): unknown;
  on(event: 'packet', listener: (packet: { readonly type: string }) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
}
export interface HandshakeLimiter {
  /** Whether a new connection is allowed now. An IP network that uses up its share does not affect others. */
  readonly isAllowed: (request: IncomingMessage) => boolean;
  /** Counts an open connection until it is authenticated or closed. */
  readonly trackConnection: (connection: EngineConnection) => void;
  readonly onAdmitted: (connection: object) => void;
  /** A reader of the public site, who did not sign in: refusals of the same connection still count. */
  readonly onReaderAdmitted: (connection: object) => void;
  /** Counts one refused CONNECT. False after too many: the connection is closed. */
  readonly onRefused: (connection: Pick<EngineConnection, 'close'>) => boolean;
}
interface PendingConnection {
  readonly network: string;
  packets: number;
}

export function createHandshakeLimiter(
  clock: Clock,
  getClientIp: (request: IncomingMessage) => string,
): HandshakeLimiter {
  const isUnderGlobalRate = createRateLimiter(clock, TIMING.handshakesPerSecond);
  const countByNetwork = new Map<string, number>();
  const openByNetwork = new Map<string, number>();
  const pending = new WeakMap<object, PendingConnection>();
  const refusals = new WeakMap<object, number>();
  let second = 0;
  const isUnderNetworkRate = (network: string): boolean => {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) countByNetwork.clear();
    second = now;
    const count = (countByNetwork.get(network) ?? 0) + 1;
    countByNetwork.set(network, count);
    return count <= TIMING.handshakesPerNetwork;
  };
  const release = (connection: object): void => {
    const pendingConnection = pending.get(connection);
    if (pendingConnection === undefined || !pending.delete(connection)) return;
    const remaining = (openByNetwork.get(pendingConnection.network) ?? 1) - 1;
    if (remaining > 0) openByNetwork.set(pendingConnection.network, remaining);
    else openByNetwork.delete(pendingConnection.network);
  };
  return {
    isAllowed: (request) => {
      const network = getIpNetwork(getClientIp(request));
      return (
        (openByNetwork.get(network) ?? 0) < LIMITS.socketsBeforeLogin &&
        isUnderNetworkRate(network) &&
        isUnderGlobalRate()
      );
    },
    trackConnection: (connection) => {
      const network = getIpNetwork(getClientIp(connection.request));
      const pendingConnection: PendingConnection = { network, packets: 0 };
      pending.set(connection, pendingConnection);
      openByNetwork.set(network, (openByNetwork.get(network) ?? 0) + 1);
      connection.once('close', () => release(connection));
      connection.on('packet', ({ type }) => {
        if (type !== 'message' || !pending.has(connection)) return;
        pendingConnection.packets += 1;
        if (pendingConnection.packets > LIMITS.socketPacketsBeforeLogin) connection.close(true);
      });
    },
    onAdmitted: (connection) => {
      release(connection);
      refusals.delete(connection);
    },
    onReaderAdmitted: release,
    onRefused: (connection) => {
      const count = (refusals.get(connection) ?? 0) + 1;
      refusals.set(connection, count);
      if (count < LIMITS.socketRefusals) return true;
      // The refusal itself is sent first.
      setImmediate(() => connection.close());
      return false;
    },
  };
}

/** Counts new connections in each whole second; the returned function returns false above the limit. */
function createRateLimiter(clock: Clock, perSecond: number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    return count <= perSecond;
  };
}

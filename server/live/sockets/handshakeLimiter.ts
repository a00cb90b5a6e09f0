/** What connections may do before they are signed in: a share of new ones for each network, a limit of open ones, a limit of tries. */
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../../common/limits';
import { ipNetwork } from '../../access/limits/rateLimits';
import type { Clock } from '../../context';
import { TIMING } from '../timing';

/** An engine.io connection, as far as it is needed here. */
export interface EngineConnection {
  readonly request: IncomingMessage;
  close(discard?: boolean): unknown;
  on(event: 'packet', listener: (packet: { readonly type: string }) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
}
export interface HandshakeLimiter {
  /** Whether a new connection may come now. A network that uses up its share takes nothing from the others. */
  readonly isAllowed: (request: IncomingMessage) => boolean;
  /** Counts an open connection until it is signed in or gone. */
  readonly trackConnection: (connection: EngineConnection) => void;
  readonly onAdmitted: (connection: object) => void;
  /** Counts one refused CONNECT. False: there were too many, and the connection ends. */
  readonly onRefused: (connection: Pick<EngineConnection, 'close'>) => boolean;
}
interface PendingConnection {
  readonly network: string;
  packets: number;
}

export function createHandshakeLimiter(
  clock: Clock,
  clientIpOf: (request: IncomingMessage) => string,
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
      const network = ipNetwork(clientIpOf(request));
      return (
        (openByNetwork.get(network) ?? 0) < LIMITS.socketsBeforeLogin &&
        isUnderNetworkRate(network) &&
        isUnderGlobalRate()
      );
    },
    trackConnection: (connection) => {
      const network = ipNetwork(clientIpOf(connection.request));
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
    onRefused: (connection) => {
      const count = (refusals.get(connection) ?? 0) + 1;
      refusals.set(connection, count);
      if (count < LIMITS.socketRefusals) return true;
      // the refusal itself is sent first
      setImmediate(() => connection.close());
      return false;
    },
  };
}

/** New connections allowed a second; the others are asked to come back later. */
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

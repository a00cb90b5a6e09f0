/** What connections may do before they are signed in: a share of new ones for each network, a limit of open ones, a limit of tries. */
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../common/limits';
import { networkOf } from '../access/limits';
import type { Clock } from '../context';
import { PACE } from './pace';

/** An engine.io connection, as far as it is needed here. */
export interface Connection {
  readonly request: IncomingMessage;
  close(discard?: boolean): unknown;
  on(event: 'packet', hear: (packet: { readonly type: string }) => void): unknown;
  once(event: 'close', hear: () => void): unknown;
}
export interface Handshakes {
  /** Whether a new connection may come now. A network that uses up its share takes nothing from the others. */
  readonly allow: (request: IncomingMessage) => boolean;
  /** Counts an open connection until it is signed in or gone. */
  readonly follow: (connection: Connection) => void;
  readonly admitted: (connection: object) => void;
  /** Counts one refused CONNECT. False: there were too many, and the connection ends. */
  readonly refused: (connection: Pick<Connection, 'close'>) => boolean;
}
interface Waiting {
  readonly network: string;
  packets: number;
}

export function createHandshakes(clock: Clock, addressOf: (request: IncomingMessage) => string): Handshakes {
  const gate = createGate(clock, PACE.handshakesPerSecond);
  const shares = new Map<string, number>();
  const open = new Map<string, number>();
  const waiting = new WeakMap<object, Waiting>();
  const refusals = new WeakMap<object, number>();
  let second = 0;
  const hasShare = (network: string): boolean => {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) shares.clear();
    second = now;
    const count = (shares.get(network) ?? 0) + 1;
    shares.set(network, count);
    return count <= PACE.handshakesPerNetwork;
  };
  const leave = (connection: object): void => {
    const found = waiting.get(connection);
    if (found === undefined || !waiting.delete(connection)) return;
    const left = (open.get(found.network) ?? 1) - 1;
    if (left > 0) open.set(found.network, left);
    else open.delete(found.network);
  };
  return {
    allow: (request) => {
      const network = networkOf(addressOf(request));
      return (open.get(network) ?? 0) < LIMITS.socketsBeforeLogin && hasShare(network) && gate();
    },
    follow: (connection) => {
      const network = networkOf(addressOf(connection.request));
      const found: Waiting = { network, packets: 0 };
      waiting.set(connection, found);
      open.set(network, (open.get(network) ?? 0) + 1);
      connection.once('close', () => leave(connection));
      connection.on('packet', ({ type }) => {
        if (type !== 'message' || !waiting.has(connection)) return;
        found.packets += 1;
        if (found.packets > LIMITS.socketPacketsBeforeLogin) connection.close(true);
      });
    },
    admitted: (connection) => {
      leave(connection);
      refusals.delete(connection);
    },
    refused: (connection) => {
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
function createGate(clock: Clock, perSecond: number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    return count <= perSecond;
  };
}

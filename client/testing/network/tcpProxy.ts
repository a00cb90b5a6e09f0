/** A TCP proxy with network faults: cut, stalled, half-open, delayed or throttled connections, frames cut in the middle and lost responses. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createDelayQueue, type DelayQueue } from './delayQueue';

/** The bytes that the server sent through one connection. */
export interface ReceivedChunk {
  readonly kind: 'live' | 'http';
  /** Unix milliseconds. */
  readonly at: number;
  readonly bytes: Buffer;
}
export interface TcpProxyOptions {
  /** Called with everything that reaches a client; `connection` identifies the connection. */
  readonly onChunk?: (connection: object, chunk: ReceivedChunk) => void;
}
export interface TcpProxy {
  readonly url: string;
  /** New connections try this target first; a target that refuses is skipped. */
  readonly prefer: (target: number) => void;
  /** Number of connections that are open to a target. */
  readonly connectionsTo: (target: number) => number;
  /** Ends every connection; new ones are refused until `mend`. */
  readonly cut: () => void;
  /** Holds back everything for the clients until `mend`, and closes no connection. */
  readonly stall: () => void;
  /** Discards everything sent in both directions, and closes no connection before `mend`. */
  readonly halfOpen: () => void;
  /** Delays everything for the clients by milliseconds. */
  readonly delay: (ms: number) => void;
  /** Delays HTTP responses only, so that they arrive after later frames of the live connection. */
  readonly delayResponses: (ms: number) => void;
  /** Limits every connection to so many bytes per second towards the client. */
  readonly throttle: (bytesPerSecond: number) => void;
  /** Cuts as soon as so many more bytes have reached the clients, in the middle of a frame or not. */
  readonly cutAfter: (bytes: number) => void;
  /** Breaks so many connections as their next response arrives: the server has handled the request. */
  readonly loseResponses: (count: number) => void;
  /** Number of responses that were dropped since the start. */
  readonly lostResponses: () => number;
  /** Removes all faults but `loseResponses`. */
  readonly mend: () => void;
  /** When something other than a heartbeat last went through, in Unix milliseconds. */
  readonly lastActivityAt: () => number;
  readonly close: () => Promise<void>;
}

interface Faults {
  state: 'whole' | 'cut' | 'stalled' | 'halfOpen';
  delayMs: number;
  responseDelayMs: number;
  /** Bytes per second. */
  rate: number;
  /** Bytes until the cut. */
  cutAfterBytes: number;
  cutTimer: NodeJS.Timeout | undefined;
}
const NO_FAULTS: Omit<Faults, 'cutTimer'> = {
  state: 'whole',
  delayMs: 0,
  responseDelayMs: 0,
  rate: Infinity,
  cutAfterBytes: Infinity,
};
interface Connection {
  readonly client: Socket;
  readonly server: Socket;
  readonly target: number;
  readonly queue: DelayQueue;
  kind: ReceivedChunk['kind'];
}
/** Longest ping or pong of the live connection, in bytes. */
const HEARTBEAT_BYTES = 6;

class Proxy {
  readonly faults: Faults = { ...NO_FAULTS, cutTimer: undefined };
  readonly connections = new Set<Connection>();
  preferred = 0;
  losing = 0;
  lost = 0;
  lastActivityAt = Date.now();

  constructor(
    readonly targets: readonly URL[],
    readonly options: TcpProxyOptions,
  ) {}

  /** Connects a client to the first target that accepts, beginning with the preferred one. */
  accept(client: Socket, tried = 0): void {
    if (tried === 0) client.on('error', () => client.destroy());
    const target = (this.preferred + tried) % this.targets.length;
    const address = this.targets[target];
    if (this.faults.state === 'cut' || tried >= this.targets.length || address === undefined) {
      client.destroy();
      return;
    }
    const server = connect(Number(address.port), address.hostname);
    const tryNext = () => this.accept(client, tried + 1);
    server.once('error', tryNext);
    server.once('connect', () => {
      server.off('error', tryNext);
      if (this.faults.state === 'cut' || client.destroyed) {
        client.destroy();
        server.destroy();
      } else this.#join({ client, server, target, queue: createDelayQueue(), kind: 'http' });
    });
  }

  #join(connection: Connection): void {
    const { client, server } = connection;
    this.connections.add(connection);
    client.on('data', (chunk: Buffer) => {
      this.lastActivityAt = Date.now();
      if (chunk.subarray(0, 16).toString('latin1').startsWith('GET /socket.io')) connection.kind = 'live';
      if (this.faults.state !== 'halfOpen') server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => this.#receive(connection, chunk));
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => this.drop(connection));
      socket.on('close', () => this.drop(connection));
    }
  }

  #receive(connection: Connection, chunk: Buffer): void {
    const { faults } = this;
    if (faults.state === 'halfOpen') return;
    if (this.losing > 0) {
      this.losing -= 1;
      this.lost += 1;
      connection.client.destroy();
      return;
    }
    faults.cutAfterBytes -= chunk.length;
    const bytes =
      faults.cutAfterBytes < 0 ? chunk.subarray(0, Math.max(0, chunk.length + faults.cutAfterBytes)) : chunk;
    if (bytes.length > HEARTBEAT_BYTES) this.lastActivityAt = Date.now();
    this.#deliver(connection, bytes);
    if (faults.cutAfterBytes >= 0) return;
    faults.cutAfterBytes = Infinity;
    clearTimeout(faults.cutTimer);
    faults.cutTimer = setTimeout(() => this.cut(), faults.delayMs + 1);
  }

  #deliver(connection: Connection, bytes: Buffer): void {
    const { faults } = this;
    const transferMs = faults.rate === Infinity ? 0 : (bytes.length / faults.rate) * 1000;
    const delayMs = faults.delayMs + (connection.kind === 'http' ? faults.responseDelayMs : 0);
    connection.queue.push({ delayMs, transferMs, isHeld: faults.state === 'stalled' }, () => {
      if (!connection.client.writable || faults.state === 'halfOpen') return;
      this.options.onChunk?.(connection, { kind: connection.kind, at: Date.now(), bytes });
      connection.client.write(bytes);
    });
  }

  drop(connection: Connection): void {
    connection.client.destroySoon();
    connection.server.destroySoon();
    this.connections.delete(connection);
  }

  #dropAll(): void {
    for (const connection of this.connections) {
      connection.client.destroy();
      connection.server.destroy();
    }
    this.connections.clear();
  }

  cut(): void {
    this.faults.state = 'cut';
    this.faults.cutTimer = undefined;
    this.#dropAll();
  }

  mend(): void {
    const { faults } = this;
    clearTimeout(faults.cutTimer);
    // The client of a half-open or torn connection misses bytes: only a new connection is whole.
    if (faults.cutTimer !== undefined || faults.state === 'halfOpen') this.#dropAll();
    Object.assign(faults, NO_FAULTS, { cutTimer: undefined });
    for (const { queue } of this.connections) queue.flush();
  }
}

/** Starts a proxy on a free port of 127.0.0.1, in front of one server or several. */
export async function startTcpProxy(
  targets: string | readonly string[],
  options: TcpProxyOptions = {},
): Promise<TcpProxy> {
  const proxy = new Proxy(
    [targets].flat().map((url) => new URL(url)),
    options,
  );
  const { faults } = proxy;
  const server = createServer((client) => proxy.accept(client));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prefer: (target) => void (proxy.preferred = target),
    connectionsTo: (target) => [...proxy.connections].filter((connection) => connection.target === target).length,
    cut: () => proxy.cut(),
    stall: () => void (faults.state = 'stalled'),
    halfOpen: () => void (faults.state = 'halfOpen'),
    delay: (ms) => void (faults.delayMs = ms),
    delayResponses: (ms) => void (faults.responseDelayMs = ms),
    throttle: (bytesPerSecond) => void (faults.rate = bytesPerSecond),
    cutAfter: (bytes) => void (faults.cutAfterBytes = bytes),
    loseResponses: (count) => void (proxy.losing = count),
    lostResponses: () => proxy.lost,
    mend: () => proxy.mend(),
    lastActivityAt: () => proxy.lastActivityAt,
    close: async () => {
      proxy.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

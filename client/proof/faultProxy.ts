/** A TCP proxy that does to a line what lines suffer: cut, half-open, late, narrow, and torn in the middle of a frame. */
import { connect, createServer, type Socket } from 'node:net';

/** What came down one connection. */
export interface Heard {
  readonly kind: 'live' | 'http';
  readonly at: number;
  readonly bytes: Buffer;
}
export interface FaultProxy {
  readonly url: string;
  readonly cut: () => void;
  /** Everything sent vanishes, and nobody is told. */
  readonly halfOpen: () => void;
  readonly delay: (ms: number) => void;
  /** Answers to requests are late, frames are not: what was asked earlier arrives after what happened later. */
  readonly lag: (ms: number) => void;
  /** Bytes a second, downwards. */
  readonly throttle: (rate: number) => void;
  /** Cuts as soon as so many more bytes have come down. */
  readonly tearAfter: (bytes: number) => void;
  readonly mend: () => void;
  /** When something last came down that was more than a heartbeat. */
  readonly lastHeard: () => number;
  readonly close: () => Promise<void>;
}

interface Line {
  state: 'whole' | 'cut' | 'half';
  delayMs: number;
  lagMs: number;
  rate: number;
  tear: number;
  tearing: NodeJS.Timeout | undefined;
  last: number;
}
interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  kind: Heard['kind'];
  /** When the last delayed chunk is due: order is kept. */
  due: number;
  readonly waiting: { readonly due: number; readonly go: () => void }[];
}
/** Pings and pongs of the live connection. */
const HEARTBEAT = 6;

export async function startFaultProxy(target: string, heard: (pair: object, what: Heard) => void): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const line: Line = {
    state: 'whole',
    delayMs: 0,
    lagMs: 0,
    rate: Infinity,
    tear: Infinity,
    tearing: undefined,
    last: Date.now(),
  };
  const pairs = new Set<Pair>();
  const drop = (pair: Pair) => {
    pair.near.destroy();
    pair.far.destroy();
    pairs.delete(pair);
  };
  const cut = () => {
    line.state = 'cut';
    line.tearing = undefined;
    for (const pair of pairs) drop(pair);
  };
  const down = (pair: Pair, chunk: Buffer) => {
    if (line.state === 'half') return;
    line.tear -= chunk.length;
    const bytes = line.tear < 0 ? chunk.subarray(0, Math.max(0, chunk.length + line.tear)) : chunk;
    if (bytes.length > HEARTBEAT) line.last = Date.now();
    pass(line, pair, bytes, () => {
      if (pair.near.destroyed || line.state === 'half') return;
      heard(pair, { kind: pair.kind, at: Date.now(), bytes });
      pair.near.write(bytes);
    });
    if (line.tear >= 0) return;
    line.tear = Infinity;
    clearTimeout(line.tearing);
    line.tearing = setTimeout(cut, line.delayMs + 1);
  };
  const server = createServer((near) => {
    if (line.state === 'cut') return void near.destroy();
    const pair: Pair = { near, far: connect(Number(port), hostname), kind: 'http', due: 0, waiting: [] };
    pairs.add(pair);
    near.on('data', (chunk: Buffer) => {
      line.last = Date.now();
      if (chunk.subarray(0, 16).toString('latin1').startsWith('GET /socket.io')) pair.kind = 'live';
      if (line.state === 'whole') pair.far.write(chunk);
    });
    pair.far.on('data', (chunk: Buffer) => down(pair, chunk));
    for (const socket of [near, pair.far]) {
      socket.setNoDelay(true);
      socket.on('error', () => drop(pair));
      socket.on('close', () => drop(pair));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut,
    halfOpen: () => void (line.state = 'half'),
    delay: (ms) => void (line.delayMs = ms),
    lag: (ms) => void (line.lagMs = ms),
    throttle: (rate) => void (line.rate = rate),
    tearAfter: (bytes) => void (line.tear = bytes),
    mend: () => {
      clearTimeout(line.tearing);
      // A frame that was torn stays torn.
      if (line.tearing !== undefined) for (const pair of pairs) drop(pair);
      line.tearing = undefined;
      // What was swallowed is lost: a connection that went through it cannot be whole again.
      if (line.state === 'half') for (const pair of pairs) drop(pair);
      Object.assign(line, { state: 'whole', delayMs: 0, lagMs: 0, rate: Infinity, tear: Infinity });
      // What a narrow line held back is no longer held back: minutes of it would outlast every patience.
      for (const pair of pairs) release(pair);
    },
    lastHeard: () => line.last,
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}

/** Now, or after its delay and no faster than the line is wide; never before what came earlier. */
function pass(line: Line, pair: Pair, bytes: Buffer, go: () => void): void {
  const now = Date.now();
  const width = line.rate === Infinity ? 0 : (bytes.length / line.rate) * 1000;
  const due = Math.max(now + line.delayMs + (pair.kind === 'http' ? line.lagMs : 0), pair.due) + width;
  if (due <= now && pair.waiting.length === 0) {
    go();
    return;
  }
  pair.due = due;
  pair.waiting.push({ due, go });
  if (pair.waiting.length === 1) setTimeout(() => pump(pair), due - now);
}
/** Everything that waits, now and in order. */
function release(pair: Pair): void {
  pair.due = 0;
  for (const { go } of pair.waiting.splice(0)) go();
}
/** In order, whatever timers think of fractions. */
function pump(pair: Pair): void {
  for (let first = pair.waiting[0]; first !== undefined; first = pair.waiting[0]) {
    const left = first.due - Date.now();
    if (left > 0) {
      setTimeout(() => pump(pair), left);
      return;
    }
    pair.waiting.shift();
    first.go();
  }
}

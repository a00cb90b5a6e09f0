/**
 * The load generator process: many raw WebSocket readers that count bytes and messages, and HTTP clients that count responses. It parses
 * nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { signedHeaders, type GatewayCredentials } from '../testing/signedHeaders';

export type SwarmOrder =
  | {
      readonly do: 'open';
      readonly group: string;
      readonly port: number;
      readonly path: string;
      /** The address that a trusted proxy names as that of the readers. */
      readonly forwardedFor?: string;
      readonly count: number;
      readonly script: readonly Step[];
      /** Values of `%` by the reader's number; default: the number itself. `#` is the number counted from `from`. */
      readonly tokens?: readonly string[];
      readonly from?: number;
      /** Number of readers that start in a tenth of a second; default: forty. */
      readonly batchSize?: number;
      /** Measures the latency of frames that carry their time (`"at"`): of all frames, or of dashboards only. */
      readonly timed?: 'all' | 'dash';
      /** Stops reading at the end of its script. */
      readonly stalls?: true;
    }
  | { readonly do: 'bytes'; readonly group: string }
  /** Number of text messages since the group was opened, without heartbeats. */
  | { readonly do: 'messages'; readonly group: string }
  /** Of a timed group: the number of frames, or a percentile of the latency in ms; `resetStats` starts again. */
  | { readonly do: 'frames' | 'resetStats'; readonly group: string }
  | { readonly do: 'latencyPercentile'; readonly group: string; readonly of: number }
  | { readonly do: 'close'; readonly group: string }
  /** Every lane posts its text again and again for a while, with another key for each `%`; returns accepted requests per second. */
  | {
      readonly do: 'post';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly bodies: readonly string[];
      readonly ms: number;
    }
  /** Lanes request one address again and again; returns the median time of a request in milliseconds. A body is posted, `%` being a number. */
  | {
      readonly do: 'latency';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly count: number;
      readonly lanes: number;
      readonly signed?: SignedOrder;
    }
  /** Serves a small JSON response; returns the port. */
  | { readonly do: 'serve' }
  | {
      readonly do: 'request';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly signed?: SignedOrder;
      readonly count: number;
      readonly lanes: number;
    };
/** Each request is signed as a call of the gateway; rivals get the same headers. */
export interface SignedOrder {
  readonly credentials: GatewayCredentials;
  /** Below `/open/<app>`. */
  readonly path: string;
}
const getHeaders = ({
  headers,
  signed,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly signed?: SignedOrder;
}) => (signed ? { ...headers, ...signedHeaders(signed.credentials, { path: signed.path }) } : headers);

/** A step of a reader: it waits for a message that contains `expect`, then sends `send`; `%` is the reader's number. */
export interface Step {
  readonly expect: string;
  readonly send: string | null;
}
export interface SwarmResponse {
  readonly value: number;
}

interface GroupTotals {
  bytes: number;
  messages: number;
  readonly latencies: number[];
  readonly sockets: Set<Socket>;
}
const groups = new Map<string, GroupTotals>();

const SENT_AT = { all: /"at":(\d{13})/g, dash: /"dash",\{[^{}[\]]*"at":(\d{13})/g } as const;
function recordLatency({ latencies }: GroupTotals, data: Buffer, of: keyof typeof SENT_AT): void {
  const now = Date.now();
  for (const [, at] of data.toString('latin1').matchAll(SENT_AT[of])) latencies.push(now - Number(at));
}

/** Counts the messages of one connection: a WebSocket frame may begin and end anywhere in a chunk. */
function createCounter(onMessage: (isPing: boolean) => void): (data: Buffer) => void {
  let unparsedBytes: Buffer = Buffer.alloc(0);
  let skip = 0;
  return (data) => {
    const all = unparsedBytes.length === 0 ? data : Buffer.concat([unparsedBytes, data]);
    let at = Math.min(skip, all.length);
    skip -= at;
    while (skip === 0) {
      const found = frameAt(all, at);
      if (found === undefined) break;
      // Engine.IO sends `2` as its heartbeat.
      if (found.isText) onMessage(found.size === 1 && all[found.start] === 0x32);
      skip = Math.max(0, found.start + found.size - all.length);
      at = Math.min(found.start + found.size, all.length);
    }
    unparsedBytes = all.subarray(at);
  };
}
/** The frame that begins at an offset; undefined while its header, or the one byte of a heartbeat, is incomplete. */
function frameAt(all: Buffer, at: number) {
  if (all.length < at + 3) return undefined;
  const [kind = 0, short = 0] = [all[at], all[at + 1]];
  const header = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (all.length < at + header) return undefined;
  const size = short < 126 ? short : short === 126 ? all.readUInt16BE(at + 2) : Number(all.readBigUInt64BE(at + 2));
  return { start: at + header, size, isText: (kind & 0x0f) === 1 };
}

/** A masked text frame, as clients must send. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head = payload.length < 126 ? Buffer.from([0x81, 0x80 | payload.length]) : Buffer.alloc(4);
  if (payload.length >= 126) {
    head[0] = 0x81;
    head[1] = 0xfe;
    head.writeUInt16BE(payload.length, 2);
  }
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([head, mask, masked]);
}

const upgrade = (order: Pick<Extract<SwarmOrder, { do: 'open' }>, 'port' | 'path' | 'forwardedFor'>) =>
  [
    `GET ${order.path} HTTP/1.1`,
    `Host: 127.0.0.1:${order.port}`,
    ...(order.forwardedFor === undefined ? [] : [`X-Forwarded-For: ${order.forwardedFor}`]),
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n');

const renderMessage = (
  text: string,
  { tokens, from = 0 }: Extract<SwarmOrder, { do: 'open' }>,
  number: number,
): string => text.replaceAll('%', tokens?.[number] ?? String(number)).replaceAll('#', String(from + number));

/** Number of times that a reader reconnects after a refusal or a broken connection before the benchmark fails. */
const MAX_TRIES = 60;
/** Plays the script, then only counts. */
function openReader(
  order: Extract<SwarmOrder, { do: 'open' }>,
  number: number,
  totals: GroupTotals,
  attemptsLeft = MAX_TRIES,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(order.port, '127.0.0.1', () => socket.write(upgrade(order)));
    totals.sockets.add(socket);
    let received = '';
    let step = 0;
    let isPlayed = false;
    // A refused reader reconnects a little later, as the real client does.
    socket.on('close', () => {
      totals.sockets.delete(socket);
      if (isPlayed) return;
      if (attemptsLeft === 0) {
        reject(new Error(`reader ${number} was refused ${MAX_TRIES} times`));
        return;
      }
      const retry = () => void openReader(order, number, totals, attemptsLeft - 1).then(resolve, reject);
      setTimeout(retry, 300 + Math.random() * 700);
    });
    const listen = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (/44\/(?:admin|member)/.test(received)) {
        socket.destroy();
        return;
      }
      for (
        let next = order.script[step];
        next !== undefined && received.includes(next.expect);
        next = order.script[step]
      ) {
        if (next.send !== null) socket.write(frame(renderMessage(next.send, order, number)));
        received = '';
        step += 1;
      }
      if (step < order.script.length) return;
      isPlayed = true;
      socket.off('data', listen);
      if (order.stalls) {
        socket.pause();
        resolve();
        return;
      }
      const count = createCounter((isPing) => {
        if (isPing) socket.write(frame('3'));
        else totals.messages += 1;
      });
      socket.on('data', (data: Buffer) => {
        count(data);
        totals.bytes += data.length;
        if (order.timed) recordLatency(totals, data, order.timed);
      });
      resolve();
    };
    socket.on('data', listen);
    // The reader reconnects after its connection closes.
    socket.on('error', () => undefined);
  });
}

async function openReaders(order: Extract<SwarmOrder, { do: 'open' }>): Promise<number> {
  const totals: GroupTotals = { bytes: 0, messages: 0, latencies: [], sockets: new Set() };
  groups.set(order.group, totals);
  const { batchSize = 40 } = order;
  const all: Promise<void>[] = [];
  for (let opened = 0; opened < order.count; opened += batchSize) {
    const some = Math.min(batchSize, order.count - opened);
    const next = Array.from({ length: some }, (_, index) => openReader(order, opened + index, totals));
    all.push(...next);
    // They are awaited below; a failure before that must not end the process.
    for (const one of next) one.catch(() => undefined);
    // Requests at a fixed rate do not wait for earlier ones.
    if (order.batchSize === undefined) await Promise.all(next);
    await sleep(100);
  }
  await Promise.all(all);
  totals.bytes = 0;
  totals.messages = 0;
  return order.count;
}

const getOnce = (url: string, options: { readonly agent: Agent; readonly headers: Readonly<Record<string, string>> }) =>
  new Promise<number>((resolve, reject) => {
    request(url, options, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`status ${answer.statusCode}`));
      });
    })
      .on('error', reject)
      .end();
  });

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
async function runRequests(order: Extract<SwarmOrder, { do: 'request' }>): Promise<number> {
  let remaining = order.count;
  let bytes = 0;
  const runLane = async () => {
    while (remaining > 0) {
      remaining -= 1;
      bytes += await getOnce(order.url, { agent, headers: getHeaders(order) });
    }
  };
  await Promise.all(Array.from({ length: order.lanes }, runLane));
  return bytes;
}

const postOnce = (url: string, headers: Readonly<Record<string, string>>, body: string, by = agent) =>
  new Promise<void>((resolve, reject) => {
    const sent = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request(url, { method: 'POST', agent: by, headers: sent }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => {
        if (text.startsWith('{"code":1,')) resolve();
        else reject(new Error(text.slice(0, 300)));
      });
    })
      .on('error', reject)
      .end(body);
  });

async function runPosts(order: Extract<SwarmOrder, { do: 'post' }>): Promise<number> {
  const [start, end] = [performance.now(), performance.now() + order.ms];
  let accepted = 0;
  const runLane = async (body: string) => {
    while (performance.now() < end) {
      await postOnce(order.url, order.headers, body.replaceAll('%', randomBytes(12).toString('hex')));
      accepted += 1;
    }
  };
  await Promise.all(order.bodies.map(runLane));
  return (accepted * 1000) / (performance.now() - start);
}

async function latency(order: Extract<SwarmOrder, { do: 'latency' }>): Promise<number> {
  const { url, headers, body, count, lanes } = order;
  const times: number[] = [];
  // New connections: a server closes those that were idle while the rival had its turn.
  const own = new Agent({ keepAlive: true, maxSockets: lanes });
  let asked = 0;
  const runLane = async () => {
    while (asked < count) {
      asked += 1;
      const began = performance.now();
      if (body === undefined) await getOnce(url, { agent: own, headers: getHeaders(order) });
      else await postOnce(url, headers, body.replaceAll('%', String(asked)), own);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  own.destroy();
  const sorted = Float64Array.from(times).sort();
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function timed(
  order: Exclude<SwarmOrder, { do: 'open' | 'request' | 'latency' | 'post' | 'serve' | 'bytes' | 'messages' }>,
  totals: GroupTotals,
): number {
  const { latencies, sockets } = totals;
  if (order.do === 'frames') return latencies.length;
  if (order.do === 'latencyPercentile') {
    const sorted = Float64Array.from(latencies).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * order.of) / 100))] ?? Number.NaN;
  }
  if (order.do === 'resetStats') latencies.length = 0;
  else for (const socket of sockets) socket.destroy();
  return 0;
}

/** The service behind the gateway and its rival, outside the measured process. */
async function serve(): Promise<number> {
  const body = JSON.stringify({
    code: 1,
    data: { list: Array.from({ length: 20 }, (_, id) => ({ id, name: `Row ${id}` })) },
  });
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', body.length);
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // it listens on a port
}

async function execute(order: SwarmOrder): Promise<number> {
  if (order.do === 'open') return openReaders(order);
  if (order.do === 'request') return runRequests(order);
  if (order.do === 'post') return runPosts(order);
  if (order.do === 'serve') return serve();
  if (order.do === 'latency') return latency(order);
  const totals = groups.get(order.group);
  if (totals === undefined) return 0;
  if (order.do === 'bytes' || order.do === 'messages') return totals[order.do];
  return timed(order, totals);
}
process.on('message', (order: SwarmOrder) => {
  execute(order)
    .then((value) => process.send?.({ value } satisfies SwarmResponse))
    .catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    });
});

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

export type LoadCommand =
  | {
      readonly kind: 'open';
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
  | { readonly kind: 'bytes'; readonly group: string }
  /** Number of text messages since the group was opened, without heartbeats. */
  | { readonly kind: 'messages'; readonly group: string }
  /** Of a timed group: the number of frames, or a percentile of the latency in ms; `resetStats` starts again. */
  | { readonly kind: 'frames' | 'resetStats'; readonly group: string }
  | { readonly kind: 'latencyPercentile'; readonly group: string; readonly of: number }
  | { readonly kind: 'close'; readonly group: string }
  /** Every connection posts its text again and again for a while, with another key for each `%`; returns accepted requests per second. */
  | {
      readonly kind: 'post';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly bodies: readonly string[];
      readonly ms: number;
    }
  /** Connections request one address again and again; returns the median time of a request in milliseconds. A body is posted, `%` being a number. */
  | {
      readonly kind: 'latency';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly count: number;
      readonly connections: number;
      readonly signed?: SignedCommand;
    }
  /** Serves a small JSON response; returns the port. */
  | { readonly kind: 'serve' }
  | {
      readonly kind: 'request';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly signed?: SignedCommand;
      readonly count: number;
      readonly connections: number;
    };
/** Each request is signed as a call of the gateway; variants get the same headers. */
export interface SignedCommand {
  readonly credentials: GatewayCredentials;
  /** Below `/open/<app>`. */
  readonly path: string;
}
const getHeaders = ({
  headers,
  signed,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly signed?: SignedCommand;
}) => (signed ? { ...headers, ...signedHeaders(signed.credentials, { path: signed.path }) } : headers);

/** A step of a reader: it waits for a message that contains `expect`, then sends `send`; `%` is the reader's number. */
export interface Step {
  readonly expect: string;
  readonly send: string | null;
}
export interface LoadResponse {
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

const upgrade = (command: Pick<Extract<LoadCommand, { kind: 'open' }>, 'port' | 'path' | 'forwardedFor'>) =>
  [
    `GET ${command.path} HTTP/1.1`,
    `Host: 127.0.0.1:${command.port}`,
    ...(command.forwardedFor === undefined ? [] : [`X-Forwarded-For: ${command.forwardedFor}`]),
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n');

const renderMessage = (
  text: string,
  { tokens, from = 0 }: Extract<LoadCommand, { kind: 'open' }>,
  number: number,
): string => text.replaceAll('%', tokens?.[number] ?? String(number)).replaceAll('#', String(from + number));

/** Number of times that a reader reconnects after a refusal or a broken connection before the benchmark fails. */
const MAX_TRIES = 60;
/** Plays the script, then only counts. */
function openReader(
  command: Extract<LoadCommand, { kind: 'open' }>,
  number: number,
  totals: GroupTotals,
  attemptsLeft = MAX_TRIES,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(command.port, '127.0.0.1', () => socket.write(upgrade(command)));
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
      const retry = () => void openReader(command, number, totals, attemptsLeft - 1).then(resolve, reject);
      setTimeout(retry, 300 + Math.random() * 700);
    });
    const listen = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (/44\/(?:admin|member)/.test(received)) {
        socket.destroy();
        return;
      }
      for (
        let next = command.script[step];
        next !== undefined && received.includes(next.expect);
        next = command.script[step]
      ) {
        if (next.send !== null) socket.write(frame(renderMessage(next.send, command, number)));
        received = '';
        step += 1;
      }
      if (step < command.script.length) return;
      isPlayed = true;
      socket.off('data', listen);
      if (command.stalls) {
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
        if (command.timed) recordLatency(totals, data, command.timed);
      });
      resolve();
    };
    socket.on('data', listen);
    // The reader reconnects after its connection closes.
    socket.on('error', () => undefined);
  });
}

async function openReaders(command: Extract<LoadCommand, { kind: 'open' }>): Promise<number> {
  const totals: GroupTotals = { bytes: 0, messages: 0, latencies: [], sockets: new Set() };
  groups.set(command.group, totals);
  const { batchSize = 40 } = command;
  const all: Promise<void>[] = [];
  for (let opened = 0; opened < command.count; opened += batchSize) {
    const some = Math.min(batchSize, command.count - opened);
    const next = Array.from({ length: some }, (_, index) => openReader(command, opened + index, totals));
    all.push(...next);
    // They are awaited below; a failure before that must not end the process.
    for (const one of next) one.catch(() => undefined);
    // Requests at a fixed rate do not wait for earlier ones.
    if (command.batchSize === undefined) await Promise.all(next);
    await sleep(100);
  }
  await Promise.all(all);
  totals.bytes = 0;
  totals.messages = 0;
  return command.count;
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
async function runRequests(command: Extract<LoadCommand, { kind: 'request' }>): Promise<number> {
  let remaining = command.count;
  let bytes = 0;
  const runConnection = async () => {
    while (remaining > 0) {
      remaining -= 1;
      bytes += await getOnce(command.url, { agent, headers: getHeaders(command) });
    }
  };
  await Promise.all(Array.from({ length: command.connections }, runConnection));
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

async function runPosts(command: Extract<LoadCommand, { kind: 'post' }>): Promise<number> {
  const [start, end] = [performance.now(), performance.now() + command.ms];
  let accepted = 0;
  const runConnection = async (body: string) => {
    while (performance.now() < end) {
      await postOnce(command.url, command.headers, body.replaceAll('%', randomBytes(12).toString('hex')));
      accepted += 1;
    }
  };
  await Promise.all(command.bodies.map(runConnection));
  return (accepted * 1000) / (performance.now() - start);
}

async function latency(command: Extract<LoadCommand, { kind: 'latency' }>): Promise<number> {
  const { url, headers, body, count, connections } = command;
  const times: number[] = [];
  // New connections: a server closes those that were idle while the other variant had its turn.
  const own = new Agent({ keepAlive: true, maxSockets: connections });
  let asked = 0;
  const runConnection = async () => {
    while (asked < count) {
      asked += 1;
      const began = performance.now();
      if (body === undefined) await getOnce(url, { agent: own, headers: getHeaders(command) });
      else await postOnce(url, headers, body.replaceAll('%', String(asked)), own);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, runConnection));
  own.destroy();
  const sorted = Float64Array.from(times).sort();
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function timed(
  command: Exclude<LoadCommand, { kind: 'open' | 'request' | 'latency' | 'post' | 'serve' | 'bytes' | 'messages' }>,
  totals: GroupTotals,
): number {
  const { latencies, sockets } = totals;
  if (command.kind === 'frames') return latencies.length;
  if (command.kind === 'latencyPercentile') {
    const sorted = Float64Array.from(latencies).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * command.of) / 100))] ?? Number.NaN;
  }
  if (command.kind === 'resetStats') latencies.length = 0;
  else for (const socket of sockets) socket.destroy();
  return 0;
}

/** The service behind the gateway and its baseline, outside the measured process. */
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

async function execute(command: LoadCommand): Promise<number> {
  if (command.kind === 'open') return openReaders(command);
  if (command.kind === 'request') return runRequests(command);
  if (command.kind === 'post') return runPosts(command);
  if (command.kind === 'serve') return serve();
  if (command.kind === 'latency') return latency(command);
  const totals = groups.get(command.group);
  if (totals === undefined) return 0;
  if (command.kind === 'bytes' || command.kind === 'messages') return totals[command.kind];
  return timed(command, totals);
}
process.on('message', (command: LoadCommand) => {
  execute(command)
    .then((value) => process.send?.({ value } satisfies LoadResponse))
    .catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    });
});

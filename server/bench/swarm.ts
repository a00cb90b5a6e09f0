/** The other process: many raw WebSocket readers that count bytes, and HTTP clients that count answers. It parses nothing. */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

export type SwarmOrder =
  | {
      readonly do: 'open';
      readonly group: string;
      readonly port: number;
      readonly path: string;
      readonly count: number;
      readonly script: readonly Step[];
    }
  | { readonly do: 'bytes'; readonly group: string }
  | {
      readonly do: 'request';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly count: number;
      readonly lanes: number;
    };
/** What a reader says once it has heard a text; `%` is the reader's number. */
export interface Step {
  readonly heard: string;
  readonly say: string | null;
}
export interface SwarmAnswer {
  readonly value: number;
}

const groups = new Map<string, { bytes: number }>();

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
  const masked = payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([head, mask, masked]);
}

const upgrade = (order: { readonly port: number; readonly path: string }) =>
  [
    `GET ${order.path} HTTP/1.1`,
    `Host: 127.0.0.1:${order.port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n');

/** Plays the script, then only counts. */
function openOne(order: Extract<SwarmOrder, { do: 'open' }>, number: number, sum: { bytes: number }): Promise<void> {
  return new Promise((done, fail) => {
    const socket: Socket = connect(order.port, '127.0.0.1', () => socket.write(upgrade(order)));
    let heard = '';
    let step = 0;
    const listen = (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      for (let next = order.script[step]; next !== undefined && heard.includes(next.heard); next = order.script[step]) {
        if (next.say !== null) socket.write(frame(next.say.replaceAll('%', String(number))));
        heard = '';
        step += 1;
      }
      if (step < order.script.length) return;
      socket.off('data', listen);
      socket.on('data', (data: Buffer) => {
        // A heartbeat of Engine.IO, which wants an answer.
        if (data.length === 3 && data[2] === 0x32) return void socket.write(frame('3'));
        sum.bytes += data.length;
      });
      done();
    };
    socket.on('data', listen);
    socket.on('error', fail);
  });
}

async function open(order: Extract<SwarmOrder, { do: 'open' }>): Promise<number> {
  const sum = { bytes: 0 };
  groups.set(order.group, sum);
  for (let opened = 0; opened < order.count; opened += 40) {
    const some = Math.min(40, order.count - opened);
    await Promise.all(Array.from({ length: some }, (_, at) => openOne(order, opened + at, sum)));
    await new Promise((done) => setTimeout(done, 100));
  }
  sum.bytes = 0;
  return order.count;
}

const once = (url: string, options: { readonly agent: Agent; readonly headers: Readonly<Record<string, string>> }) =>
  new Promise<number>((done, fail) => {
    request(url, options, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => {
        if (answer.statusCode === 200) done(bytes);
        else fail(new Error(`status ${answer.statusCode}`));
      });
    })
      .on('error', fail)
      .end();
  });

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
async function requests(order: Extract<SwarmOrder, { do: 'request' }>): Promise<number> {
  let left = order.count;
  let bytes = 0;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      bytes += await once(order.url, { agent, headers: order.headers });
    }
  };
  await Promise.all(Array.from({ length: order.lanes }, lane));
  return bytes;
}

async function obey(order: SwarmOrder): Promise<number> {
  if (order.do === 'open') return open(order);
  if (order.do === 'request') return requests(order);
  return groups.get(order.group)?.bytes ?? 0;
}
process.on('message', (order: SwarmOrder) => {
  obey(order)
    .then((value) => process.send?.({ value } satisfies SwarmAnswer))
    .catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    });
});

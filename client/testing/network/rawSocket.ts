/** A WebSocket client that sends bytes as given, also such as no library would send. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawSocket {
  /** Sends one masked frame; the first byte holds FIN, RSV and opcode, by default those of a text frame. */
  readonly frame: (payload: string | Buffer, first?: number) => void;
  /** Sends bytes without a frame. */
  readonly bytes: (bytes: Buffer) => void;
  /** Everything received so far, as text. */
  readonly receivedText: () => string;
  readonly close: () => void;
}

const LONG = 126;
function framed(payload: Buffer, first: number): Buffer {
  const mask = randomBytes(4);
  const head =
    payload.length < LONG
      ? Buffer.from([first, 0x80 | payload.length])
      : Buffer.from([first, 0x80 | LONG, payload.length >> 8, payload.length & 0xff]);
  const masked = Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
  return Buffer.concat([head, mask, masked]);
}

/** Opens the transport and waits for the open packet of Engine.IO; the test joins namespaces itself. */
export async function openRawSocket(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RawSocket> {
  const { hostname, port, host } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (data) => (received += data.toString('latin1')));
  socket.on('error', () => socket.destroy());
  const lines = {
    Host: host,
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Version': '13',
    ...headers,
  };
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
  socket.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${text.join('\r\n')}\r\n\r\n`);
  for (let tries = 0; !socket.destroyed && !received.includes('"sid"') && tries < 3_000; tries += 1) await sleep(10);
  return {
    frame: (payload, first = 0x81) => void socket.write(framed(Buffer.from(payload), first)),
    bytes: (bytes) => void socket.write(bytes),
    receivedText: () => received,
    close: () => void socket.destroy(),
  };
}

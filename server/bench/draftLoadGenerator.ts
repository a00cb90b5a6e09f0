/**
 * The writers and readers of one shared draft, in a process of their own: writers type characters that nobody else types, and the first of
 * them measures when the others' characters are in its document. Speaks the live channel of the product and the protocol of Hocuspocus.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import { messageYjsUpdate, readSyncMessage, writeSyncStep1 } from 'y-protocols/sync';
import { applyUpdate, Doc, XmlElement, XmlText } from 'yjs';
import { DRAFT_FRAGMENT, type SharedDraftTarget } from '../../common/protocol/sharedDraft';
import { connectLiveClient } from '../testing/live/liveClient';

export interface DraftLoadCommand {
  readonly server: 'product' | 'hocuspocus';
  readonly port: number;
  readonly target: SharedDraftTarget;
  /** Sessions of the product; each opens some of the connections. */
  readonly tokens: readonly string[];
  readonly writers: number;
  readonly readers: number;
}
export type DraftLoadMessage = DraftLoadCommand | { readonly typeForMs: number; readonly everyMs: number };
export interface DraftLoadResponse {
  readonly keys: number;
  /** Milliseconds. */
  readonly latencies: readonly number[];
  /** Characters that the measuring writer has not seen. */
  readonly missing: number;
}

interface Writer {
  readonly doc: Doc;
  readonly send: (update: Uint8Array) => void;
}
const REMOTE = Symbol('remote');
const FIRST_CHARACTER = 0x4e00;
const HOCUSPOCUS = { sync: 0, auth: 2, name: 'bench' } as const;

async function connectProductWriter({ port, target }: DraftLoadCommand, token: string): Promise<Writer> {
  const { socket } = await connectLiveClient(`http://127.0.0.1:${port}/admin`, token, { skipFrames: true });
  const doc = new Doc();
  const editor = { ...target, c: doc.clientID };
  socket.on('draft_update', ({ u }) => applyUpdate(doc, new Uint8Array(u), REMOTE));
  const joined = await socket.timeout(20_000).emitWithAck('draft_join', editor);
  if (!joined.ok) throw new Error(`a writer was refused: ${joined.code}`);
  applyUpdate(doc, new Uint8Array(joined.u), REMOTE);
  return { doc, send: (u) => void socket.emit('draft_update', { ...editor, u }, () => undefined) };
}
/** A reader parses nothing. */
async function connectProductReader({ port, target }: DraftLoadCommand, token: string, c: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return;
      const text = data.subarray(0, 14).toString();
      if (text.startsWith('0')) socket.send(`40/admin,${JSON.stringify({ token })}`);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40/admin'))
        socket.send(`42/admin,0${JSON.stringify(['draft_join', { ...target, c }])}`);
      else if (/^4(?:6\d-|3)\/admin,0/.test(text)) resolve();
    });
  });
}

const hocuspocusMessage = (type: number, write: (encoder: encoding.Encoder) => void): Uint8Array => {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, HOCUSPOCUS.name);
  encoding.writeVarUint(encoder, type);
  write(encoder);
  return encoding.toUint8Array(encoder);
};
async function connectHocuspocus({
  port,
}: DraftLoadCommand): Promise<{ readonly socket: WebSocket; readonly doc: Doc }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(socket, 'open');
  const doc = new Doc();
  socket.send(
    hocuspocusMessage(HOCUSPOCUS.auth, (encoder) => {
      encoding.writeVarUint(encoder, 0);
      encoding.writeVarString(encoder, 'token');
    }),
  );
  socket.send(hocuspocusMessage(HOCUSPOCUS.sync, (encoder) => writeSyncStep1(encoder, doc)));
  return { socket, doc };
}
async function connectHocuspocusWriter(command: DraftLoadCommand): Promise<Writer> {
  const { socket, doc } = await connectHocuspocus(command);
  socket.on('message', (data: Buffer) => {
    const decoder = decoding.createDecoder(new Uint8Array(data));
    decoding.readVarString(decoder);
    if (decoding.readVarUint(decoder) !== HOCUSPOCUS.sync) return;
    readSyncMessage(decoder, encoding.createEncoder(), doc, REMOTE);
  });
  return {
    doc,
    send: (update) =>
      socket.send(
        hocuspocusMessage(HOCUSPOCUS.sync, (encoder) => {
          encoding.writeVarUint(encoder, messageYjsUpdate);
          encoding.writeVarUint8Array(encoder, update);
        }),
      ),
  };
}

/** The text in which everybody types; with Hocuspocus the first writer makes it. */
function getText({ doc }: Writer): XmlText {
  const fragment = doc.getXmlFragment(DRAFT_FRAGMENT);
  const element = fragment.get(0) as XmlElement | undefined;
  const text = element?.get(0);
  if (text instanceof XmlText) return text;
  const [created, paragraph] = [new XmlText(), new XmlElement('paragraph')];
  paragraph.insert(0, [created]);
  fragment.insert(0, [paragraph]);
  return created;
}

interface Crowd {
  readonly writers: readonly Writer[];
  readonly sentAt: Map<string, number>;
  readonly latencies: number[];
}
/** Records when characters of the others are in the document of the first writer. */
function measureArrivals([first]: readonly Writer[], sentAt: Map<string, number>, latencies: number[]): void {
  first?.doc.getXmlFragment(DRAFT_FRAGMENT).observeDeep((events, { origin }) => {
    if (origin !== REMOTE) return;
    const now = performance.now();
    const inserted = events.flatMap(({ changes }) => changes.delta as readonly { readonly insert?: unknown }[]);
    for (const { insert } of inserted)
      for (const character of typeof insert === 'string' ? insert : '') {
        const at = sentAt.get(character);
        if (at !== undefined) latencies.push(now - at);
      }
  });
}
async function gather(command: DraftLoadCommand): Promise<Crowd> {
  const getToken = (index: number) => command.tokens[index % command.tokens.length] ?? '';
  const writers: Writer[] = [];
  for (let index = 0; index < command.writers; index += 1)
    writers.push(
      await (command.server === 'product'
        ? connectProductWriter(command, getToken(index))
        : connectHocuspocusWriter(command)),
    );
  for (let index = 0; index < command.readers; index += 1) {
    await (command.server === 'product'
      ? connectProductReader(command, getToken(command.writers + index), 1 + index)
      : connectHocuspocus(command));
    // the server limits handshakes of one network per second
    await sleep(30);
  }
  for (const { doc, send } of writers)
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== REMOTE) send(update);
    });
  const [first] = writers;
  if (command.server === 'hocuspocus' && first) getText(first);
  await sleep(500);
  const crowd: Crowd = { writers, sentAt: new Map(), latencies: [] };
  measureArrivals(writers, crowd.sentAt, crowd.latencies);
  return crowd;
}

/** Every writer types a character every `everyMs`, not at the same moment as the others. */
async function type({ writers, sentAt, latencies }: Crowd, ms: number, everyMs: number): Promise<DraftLoadResponse> {
  let keys = 0;
  let expected = 0;
  sentAt.clear();
  latencies.length = 0;
  const until = performance.now() + ms;
  await Promise.all(
    writers.map(async (writer, index) => {
      await sleep((index * everyMs) / writers.length);
      while (performance.now() < until) {
        const character = String.fromCodePoint(FIRST_CHARACTER + (keys % 20_000));
        keys += 1;
        if (index > 0) expected += 1;
        sentAt.set(character, performance.now());
        const text = getText(writer);
        text.insert(text.length, character);
        await sleep(everyMs);
      }
    }),
  );
  await sleep(1_000);
  return { keys, latencies: [...latencies], missing: expected - latencies.length };
}

let crowd: Crowd | undefined;
process.on('message', (message: DraftLoadMessage) => {
  const work = async () => {
    if ('server' in message) {
      crowd = await gather(message);
      process.send?.({ keys: 0, latencies: [], missing: 0 } satisfies DraftLoadResponse);
    } else if (crowd) process.send?.(await type(crowd, message.typeForMs, message.everyMs));
  };
  work().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});

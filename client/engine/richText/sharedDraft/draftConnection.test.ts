/** What an editor sends when it joins: nothing that was typed is lost, whatever the server says that it knows. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, XmlElement, XmlText } from 'yjs';
import {
  DRAFT_FRAGMENT,
  type DraftJoinAck,
  type DraftJoinRequest,
  type DraftUpdateAck,
} from '../../../../common/protocol/sharedDraft';
import type { LiveConnection, PresenceListener } from '../../../shared/live/liveConnectionTypes';
import { createDraftConnection, type DraftConnection } from './draftConnection';

const TARGET = { e: 'news', id: 1, f: 'content' };
type Vector = 'own' | 'missing' | 'broken' | 'empty' | 'ahead';

function createText(doc: Doc): XmlText {
  const [text, paragraph] = [new XmlText(), new XmlElement('paragraph')];
  paragraph.insert(0, [text]);
  doc.getXmlFragment(DRAFT_FRAGMENT).insert(0, [paragraph]);
  return text;
}
const findText = (doc: Doc): XmlText => {
  const element = doc.getXmlFragment(DRAFT_FRAGMENT).get(0);
  const text = element instanceof XmlElement ? element.get(0) : undefined;
  if (!(text instanceof XmlText)) throw new Error('no text');
  return text;
};

/** A server with one draft, and the live connection of one tab. */
function createServer(text: string) {
  const doc = new Doc();
  createText(doc).insert(0, text);
  const requests: DraftJoinRequest[] = [];
  const listeners = new Set<PresenceListener>();
  const server = { doc, requests, vector: 'own' as Vector, acknowledges: true, refuses: false };
  const vectors: Readonly<Record<Vector, () => Uint8Array | undefined>> = {
    own: () => encodeStateVector(doc),
    missing: () => undefined,
    broken: () => Uint8Array.from([9, 255, 255]),
    empty: () => encodeStateVector(new Doc()),
    ahead: () => encodeStateVector(new Map([...doc.store.clients.keys(), 77].map((client) => [client, 1_000]))),
  };
  const join = (request: DraftJoinRequest): DraftJoinAck => {
    requests.push(request);
    const sv = vectors[server.vector]();
    return {
      ok: true,
      epoch: 'e',
      n: 0,
      u: encodeStateAsUpdate(doc),
      write: true,
      base: '',
      people: [],
      writers: [],
      ...(sv === undefined ? {} : { sv }),
    };
  };
  const socket = {
    connected: true,
    on: () => socket,
    off: () => socket,
    emit: () => socket,
    timeout: () => ({
      emitWithAck: (_: string, request: DraftJoinRequest) => Promise.resolve(join(request)),
      emit: (_: string, { u }: { readonly u: Uint8Array }, ack: (error: null, answer: DraftUpdateAck) => void) => {
        if (!server.acknowledges) return;
        if (server.refuses) {
          ack(null, { ok: false, code: 422 });
          return;
        }
        applyUpdate(doc, u);
        ack(null, { ok: true });
      },
    }),
  };
  const live = {
    findSocket: () => socket,
    addPresenceListener: (listener: PresenceListener) => {
      listeners.add(listener);
      listener.onConnected();
      return () => void listeners.delete(listener);
    },
  } as unknown as LiveConnection;
  const reconnect = () => {
    for (const listener of listeners) {
      listener.onDisconnected();
      listener.onConnected();
    }
    return settle();
  };
  return { server, live, reconnect };
}
/** Lets acknowledgements arrive and batches go. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 120));

describe('an editor that joins a draft', () => {
  const connections: DraftConnection[] = [];
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close();
  });
  async function open(vector: Vector = 'own') {
    const { server, live, reconnect } = createServer('One');
    server.vector = vector;
    const connection = createDraftConnection(live, TARGET);
    connections.push(connection);
    await settle();
    const type = (text: string) => {
      const place = findText(connection.doc);
      connection.doc.transact(() => place.insert(place.length, text), 'keyboard');
      return settle();
    };
    return { server, connection, reconnect, type, stored: () => findText(server.doc).toJSON() };
  }

  it.each(['own', 'missing', 'broken', 'empty', 'ahead'] as const)(
    'for the first time shows the text, and stores what is typed (vector: %s)',
    async (vector) => {
      const { server, connection, type, stored } = await open(vector);
      expect(connection.getStatus()).toMatchObject({ phase: 'live', canWrite: true });
      expect(findText(connection.doc).toJSON()).toBe('One');
      const known = server.requests[0]?.sv;
      expect(known && [...known]).toEqual([...encodeStateVector(new Doc())]);
      await type(' typed');
      expect(stored()).toBe('One typed');
    },
  );
  it.each(['own', 'missing', 'broken', 'empty', 'ahead'] as const)(
    'again sends what was typed without an acknowledgement; it is in the text once (vector: %s)',
    async (vector) => {
      const { server, connection, reconnect, type, stored } = await open();
      server.acknowledges = false;
      await type(' lost');
      expect(stored()).toBe('One');
      Object.assign(server, { acknowledges: true, vector });
      await reconnect();
      expect(stored()).toBe('One lost');
      await type(' and more');
      expect(stored()).toBe('One lost and more');
      expect(findText(connection.doc).toJSON()).toBe('One lost and more');
    },
  );
  it('stops after content that the server refuses, keeps the text, and does not send it again', async () => {
    const { server, connection, reconnect, type, stored } = await open();
    server.refuses = true;
    await type(' refused');
    expect(connection.getStatus()).toMatchObject({ phase: 'ended', canWrite: false, stop: 'unsupported' });
    expect(findText(connection.doc).toJSON()).toBe('One refused');
    server.refuses = false;
    await reconnect();
    expect(server.requests.length).toBe(1);
    expect(stored()).toBe('One');
  });
  it('sends what an input method composes when it ends, and what was typed before at once', async () => {
    const { connection, type, stored } = await open();
    let isComposing = false;
    connection.setComposing(() => isComposing);
    await type(' a');
    isComposing = true;
    await type('mei');
    expect(stored()).toBe('One a');
    isComposing = false;
    connection.flush();
    await settle();
    expect(stored()).toBe('One amei');
  });
  it('names the draft that it holds with its state vector', async () => {
    const { server, reconnect, type } = await open();
    await type(' typed');
    await reconnect();
    expect(server.requests.map(({ epoch }) => epoch)).toEqual([undefined, 'e']);
    const [, again] = server.requests;
    expect(again?.sv && [...again.sv]).toEqual([...encodeStateVector(server.doc)]);
  });
});

/** A client of one shared draft, as the editor is: a Yjs document that follows the live channel. */
import { sampleSize } from '../../../config/jest/testEnvironment';
import {
  applyUpdate,
  diffUpdate,
  encodeStateAsUpdate,
  encodeStateVector,
  mergeUpdates,
  Doc,
  XmlElement,
  XmlText,
} from 'yjs';
import {
  DRAFT_FRAGMENT,
  type DraftEditor,
  type DraftJoinAck,
  type DraftPeopleFrame,
  type DraftStateFrame,
  type DraftUpdateAck,
  type DraftUpdateFrame,
  type JoinedDraft,
  type SharedDraftTarget,
} from '../../../common/protocol/sharedDraft';
import type { LiveClient } from './liveClient';

/** A full run shares the processor with many others. */
const ACK_MS = sampleSize(10_000, 60_000);

export interface DraftClient {
  readonly socket: LiveClient['socket'];
  readonly doc: Doc;
  readonly editor: DraftEditor;
  readonly people: DraftPeopleFrame[];
  readonly states: DraftStateFrame[];
  readonly join: () => Promise<DraftJoinAck>;
  /** Changes the document and sends the update; resolves when it is stored. */
  readonly change: (work: () => void) => Promise<DraftUpdateAck>;
  /** Types text at the end of a paragraph. */
  readonly type: (paragraph: number, text: string) => Promise<DraftUpdateAck>;
  readonly send: (update: Uint8Array) => Promise<DraftUpdateAck>;
  /** Sends what the server misses after the response to a request to join: what others wrote, and then the editor’s changes. */
  readonly resend: (joined: JoinedDraft) => Promise<DraftUpdateAck>;
  /** The texts of all paragraphs. */
  readonly texts: () => readonly string[];
  readonly paragraph: (index: number) => XmlText;
  /** The hash of the stored text that the draft continues. */
  readonly base: () => string;
}

/** What the server relayed to a document, over all of its connections. */
const relayed = new WeakMap<Doc, DraftUpdateFrame[]>();
const hasInsertions = ([clients]: Uint8Array) => clients !== 0;

/** Own changes of a document that no server said it has stored. */
const ownUpdates = new WeakMap<Doc, Uint8Array[]>();
function getOwnUpdates(doc: Doc): Uint8Array[] {
  const known = ownUpdates.get(doc);
  if (known !== undefined) return known;
  const own: Uint8Array[] = [];
  ownUpdates.set(doc, own);
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== 'remote') own.push(update);
  });
  return own;
}

/** Follows the draft of a field with the connection of a live client; `doc` is that of an earlier connection. */
export function createDraftClient(client: LiveClient, target: SharedDraftTarget, doc: Doc = new Doc()): DraftClient {
  const { socket } = client;
  const editor = { ...target, c: doc.clientID };
  const [people, states]: [DraftPeopleFrame[], DraftStateFrame[]] = [[], []];
  const own = getOwnUpdates(doc);
  let epoch: string | undefined;
  let base = '';
  let seen: number | undefined;
  const isOwn = ({ e, id, f }: SharedDraftTarget) => e === target.e && id === target.id && f === target.f;
  socket.on('draft_update', (frame) => {
    // the test client receives bytes as a `Buffer`
    if (!isOwn(frame)) return;
    const u = new Uint8Array(frame.u);
    relayed.set(doc, [...(relayed.get(doc) ?? []), { ...frame, u }]);
    applyUpdate(doc, u, 'remote');
    seen = frame.n;
  });
  socket.on('draft_people', (frame) => {
    if (isOwn(frame)) people.push(frame);
  });
  socket.on('draft_state', (frame) => {
    if (!isOwn(frame)) return;
    states.push(frame);
    base = frame.base ?? base;
  });
  const send = (u: Uint8Array) => socket.timeout(ACK_MS).emitWithAck('draft_update', { ...editor, u });
  const resend = async ({ sv }: JoinedDraft): Promise<DraftUpdateAck> => {
    const stored = sv === undefined ? encodeStateVector(doc) : new Uint8Array(sv);
    const lost = (relayed.get(doc) ?? []).filter(({ u }) => hasInsertions(diffUpdate(u, stored)));
    for (const { u, sign } of lost) {
      const response = await socket.timeout(ACK_MS).emitWithAck('draft_update', { ...editor, u, sign });
      if (!response.ok) return response;
    }
    return own.length === 0 ? { ok: true } : sendOwn([...own], undefined);
  };
  const sendOwn = async (updates: readonly Uint8Array[], at: number | undefined): Promise<DraftUpdateAck> => {
    const clientState = at === undefined ? {} : { seen: at };
    const u = mergeUpdates([...updates]);
    const response = await socket.timeout(ACK_MS).emitWithAck('draft_update', { ...editor, u, ...clientState });
    if (response.ok) own.splice(0, own.length, ...own.filter((update) => !updates.includes(update)));
    return response;
  };
  const paragraph = (index: number) => getParagraph(doc, index);
  const change = (work: () => void) => {
    const count = own.length;
    doc.transact(work);
    const updates = own.slice(count);
    // a change of nothing is sent too
    return updates.length === 0 ? send(encodeStateAsUpdate(new Doc())) : sendOwn(updates, seen);
  };
  return {
    socket,
    doc,
    editor,
    people,
    states,
    send,
    resend,
    change,
    paragraph,
    join: async () => {
      const known = { ...(epoch === undefined ? {} : { epoch }), sv: encodeStateVector(doc) };
      const response = await socket.timeout(ACK_MS).emitWithAck('draft_join', { ...editor, ...known });
      if (!response.ok) return response;
      epoch = response.epoch;
      ({ n: seen, base } = response);
      applyUpdate(doc, new Uint8Array(response.u), 'remote');
      return response;
    },
    type: (index, text) => change(() => paragraph(index).insert(paragraph(index).length, text)),
    texts: () => getTexts(doc),
    base: () => base,
  };
}

/** The text of a paragraph; an empty paragraph gets one. */
export function getParagraph(doc: Doc, index: number): XmlText {
  const element = doc.getXmlFragment(DRAFT_FRAGMENT).get(index);
  if (!(element instanceof XmlElement)) throw new Error(`no paragraph ${index}`);
  const text = element.get(0);
  if (text instanceof XmlText) return text;
  const created = new XmlText();
  element.insert(0, [created]);
  return created;
}
export const getTexts = (doc: Doc): readonly string[] =>
  doc
    .getXmlFragment(DRAFT_FRAGMENT)
    .toArray()
    .map((_, index) => getParagraph(doc, index).toJSON());

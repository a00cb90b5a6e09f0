/** People in one text and the server between them, without a network: the test decides when each update arrives. */
import {
  applyUpdate,
  ContentType,
  encodeStateAsUpdate,
  mergeUpdates,
  UndoManager,
  XmlElement,
  XmlText,
  type Doc,
} from 'yjs';
import { DRAFT_FRAGMENT } from '../../../common/protocol/sharedDraft';
import type { SuggestionAuthor } from '../../../common/text/richText/draftSuggestion';
import { applyBesideSuggestions, applyDraftUpdate, applySuggestion } from '../../live/sharedDrafts/applyDraftUpdate';
import { createDraftState, openDraftState, replaceContent } from '../../live/sharedDrafts/draftContent';
import type { ClientState } from '../../live/sharedDrafts/moves/findLateText';
import { selectOwn, type LostText } from '../../live/sharedDrafts/moves/lostText';
import { createMovedText, type MovedText } from '../../live/sharedDrafts/moves/movedText';
import { restoreLostText } from '../../live/sharedDrafts/moves/restoreLostText';
import { createFormerSuggestions, type FormerSuggestions } from '../../live/sharedDrafts/suggestions/formerSuggestions';
import { listOverruled, watchDecisions, type Decision } from '../../live/sharedDrafts/suggestions/watchDecisions';
import { isOwnSuggestion } from '../../live/sharedDrafts/suggestions/suggestions';
import { parseHtmlDocument } from '../../live/sharedDrafts/richText/parseHtmlDocument';

interface Sent {
  readonly update: Uint8Array;
  readonly seen: number;
}
interface Received {
  readonly update: Uint8Array;
  readonly n: number;
}
/** One person with an editor. */
export interface BlockWriter {
  readonly doc: Doc;
  /** Updates on their way to the server, and those on their way back. */
  sent: Sent[];
  incoming: Received[];
  seen: number;
  /** Undefined for somebody who may write. */
  readonly author?: SuggestionAuthor | undefined;
}
/** What one server has of the draft. */
export interface BlockServer {
  readonly doc: Doc;
  readonly moved: MovedText;
  readonly former: FormerSuggestions;
  readonly writers: BlockWriter[];
  lost: readonly LostText[];
  storedByOthers: readonly Uint8Array[];
  /** Decisions about suggestions that are not stored, and how many updates lost against an earlier one. */
  decisions: readonly Decision[];
  overruled: number;
  readonly decidedDeletions: Decision[];
  pending: Uint8Array[];
  n: number;
}

const textsOf = (parent: Doc | XmlElement): readonly XmlText[] =>
  (parent instanceof XmlElement ? parent : parent.getXmlFragment(DRAFT_FRAGMENT)).toArray().flatMap((child) => {
    if (child instanceof XmlText) return [child];
    return child instanceof XmlElement ? textsOf(child) : [];
  });
/** All texts of a document, in order. */
export const listTexts = (doc: Doc): readonly XmlText[] => textsOf(doc);
export const printXml = (doc: Doc): string => doc.getXmlFragment(DRAFT_FRAGMENT).toJSON();

export const createState = (html: string): Uint8Array => createDraftState(parseHtmlDocument(html));
export const createServer = (state: Uint8Array): BlockServer => ({
  doc: openDraftState(state),
  moved: createMovedText(() => 0),
  former: createFormerSuggestions(() => undefined),
  ...{
    writers: [],
    lost: [],
    storedByOthers: [],
    decisions: [],
    overruled: 0,
    decidedDeletions: [],
    pending: [],
    n: 0,
  },
});
/** A new person; their client ids rise with their order. */
export function addWriter(server: BlockServer, author?: SuggestionAuthor): BlockWriter {
  const doc = openDraftState(encodeStateAsUpdate(server.doc));
  doc.clientID = server.writers.length + 1;
  const writer: BlockWriter = { doc, sent: [], incoming: [], seen: server.n, author };
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== 'remote') writer.sent.push({ update, seen: writer.seen });
  });
  server.writers.push(writer);
  return writer;
}
export const createUndo = ({ doc }: BlockWriter): UndoManager =>
  new UndoManager(doc.getXmlFragment(DRAFT_FRAGMENT), {
    captureTimeout: 0,
    trackedOrigins: new Set(['own']),
    // as the editor: an element with text of others stays
    deleteFilter: (item) => {
      const type: unknown = item.content instanceof ContentType ? item.content.type : undefined;
      return !(type instanceof XmlText || type instanceof XmlElement) || type.length === 0;
    },
  });
/** The person changes the text to another one, as the editor does. */
export const change = ({ doc }: BlockWriter, html: string): void =>
  doc.transact(() => void replaceContent(doc, parseHtmlDocument(html)), 'own');
/** The characters of a text without formats. */
export const printPlain = (text: XmlText): string =>
  (text.toDelta() as readonly { readonly insert: string }[]).map(({ insert }) => insert).join('');
/** The person types in one of the texts. */
export function type({ doc }: BlockWriter, behind: string, typed: string): void {
  const text = textsOf(doc).find((candidate) => printPlain(candidate).includes(behind));
  if (text === undefined) throw new Error(`no text ${behind}`);
  doc.transact(() => text.insert(printPlain(text).indexOf(behind) + behind.length, typed), 'own');
}
/** The person deletes the last characters of a passage. */
export function erase({ doc }: BlockWriter, passage: string, count: number): void {
  const text = textsOf(doc).find((candidate) => printPlain(candidate).includes(passage));
  if (text === undefined) throw new Error(`no text ${passage}`);
  doc.transact(() => text.delete(printPlain(text).indexOf(passage) + passage.length - count, count), 'own');
}

function relay(server: BlockServer, update: Uint8Array | undefined): void {
  if (update === undefined) return;
  server.n += 1;
  for (const writer of server.writers) writer.incoming.push({ update, n: server.n });
}
/** The server gets the next update of a person. */
export function deliver(server: BlockServer, writer: BlockWriter): void {
  const next = writer.sent.shift();
  if (next !== undefined) accept(server, next.update, { seen: next.seen }, writer.author);
}
export function accept(
  server: BlockServer,
  update: Uint8Array,
  clientState: ClientState,
  author?: SuggestionAuthor,
): void {
  const { doc, moved, n } = server;
  const watch = { moved, clientState, relayNumber: n + 1, isStored: false };
  if (author !== undefined && !isOwnSuggestion(doc, update, author)) throw new Error('a suggestion was refused');
  const { result, decided } = watchDecisions(server, update, () =>
    author === undefined
      ? applyBesideSuggestions(doc, update, watch, server.former)
      : applySuggestion(doc, update, watch, { ...author, at: 0 }),
  );
  const { integrated, lost } = result;
  server.lost = [...server.lost, ...lost];
  if (author === undefined) {
    server.lost = [...server.lost, ...decided.lost];
    server.decisions = [...server.decisions, ...decided.decisions];
    if (decided.isOverruled) server.overruled += 1;
  }
  if (integrated === undefined) return;
  server.pending.push(integrated);
  relay(server, integrated);
}
/** The server reads what another one stored. */
export function readStored(server: BlockServer, update: Uint8Array): void {
  const { doc, moved, n } = server;
  const watch = { moved, clientState: { isFromOtherServer: true }, relayNumber: n + 1, isStored: true };
  const { integrated, lost } = applyDraftUpdate(doc, update, watch);
  const overruled = listOverruled(server.decisions, update);
  if (overruled.length > 0) server.overruled += 1;
  const takenBack = overruled.filter(({ isKept }) => !isKept).map(({ text }) => text);
  server.lost = [...server.lost, ...lost, ...takenBack];
  server.storedByOthers = [...server.storedByOthers, update];
  server.lost = selectOwn(server.lost, { pending: server.pending, stored: server.storedByOthers });
  relay(server, integrated);
}
/** The server types lost text again and stores everything; returns what it stored. */
export function store(server: BlockServer): Uint8Array | undefined {
  const restored = restoreLostText(server.doc, server.lost, server.moved);
  [server.lost, server.storedByOthers, server.decisions] = [[], [], []];
  const updates = restored === undefined ? server.pending : [...server.pending, restored.update];
  server.pending = [];
  for (const move of server.moved.listUnstored()) move.isStored = true;
  if (restored !== undefined) {
    restored.move.relayNumber = server.n + 1;
    relay(server, restored.update);
  }
  return updates.length === 0 ? undefined : mergeUpdates(updates);
}
/** The person gets the next updates, all of them when `count` is missing. */
export function receive(writer: BlockWriter, count = Infinity): void {
  for (let at = 0; at < count; at += 1) {
    const next = writer.incoming.shift();
    if (next === undefined) return;
    writer.seen = next.n;
    applyUpdate(writer.doc, next.update, 'remote');
  }
}
/** Everything arrives everywhere; returns the text that all have. */
export function settle(server: BlockServer, order: readonly BlockWriter[] = server.writers): string {
  for (const writer of order) while (writer.sent.length > 0) deliver(server, writer);
  store(server);
  for (const writer of server.writers) receive(writer);
  const texts = new Set([server, ...server.writers].map(({ doc }) => printXml(doc)));
  if (texts.size > 1) throw new Error(`different texts: ${[...texts].join(' | ')}`);
  return [...texts].join('');
}

/** Writers of one shared draft who type at random, each character once, and lose their connections in between. */
import { setTimeout as sleep } from 'node:timers/promises';
import { diffUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import { DRAFT_FRAGMENT, type SharedDraftTarget } from '../../../common/protocol/sharedDraft';
import type { Random } from '../random';
import { createDraftClient, getParagraph, getTexts, type DraftClient } from './draftClient';
import { connectLiveClient } from './liveClient';
import { waitUntil } from './presenceClient';

const FIRST_CHARACTER = 0x4e00;

/** One writer, who keeps the document while there is no connection. */
export interface DraftWriter {
  readonly doc: Doc;
  client: DraftClient | undefined;
}
export interface DraftStory {
  readonly random: Random;
  readonly target: SharedDraftTarget;
  /** Address and session of a node to connect to. */
  readonly pickNode: () => { readonly url: string; readonly token: string };
  readonly typed: Set<string>;
  readonly deleted: Set<string>;
  /** Typed characters and deletions that a server said are stored. */
  readonly stored: { readonly typed: Set<string>; readonly deleted: Set<string> };
}

export const createDraftStory = (
  story: Pick<DraftStory, 'random' | 'target' | 'pickNode'>,
  text: string,
): DraftStory => ({
  ...story,
  ...{ typed: new Set(text), deleted: new Set() },
  stored: { typed: new Set(text), deleted: new Set() },
});
export const createDraftWriter = (): DraftWriter => ({ doc: new Doc(), client: undefined });

/** Joins the draft, and sends what the writer typed without a connection. */
export async function connectWriter({ target, pickNode }: DraftStory, writer: DraftWriter): Promise<void> {
  const { url, token } = pickNode();
  const live = await connectLiveClient(`${url}/admin`, token, {});
  const client = createDraftClient(live, target, writer.doc);
  const joined = await client.join();
  if (!joined.ok) throw new Error(`not joined: ${joined.code}`);
  const missing = diffUpdate(
    encodeStateAsUpdate(writer.doc),
    joined.sv === undefined ? encodeStateVector(writer.doc) : new Uint8Array(joined.sv),
  );
  const sent = missing.byteLength <= 2 ? { ok: true } : await client.send(missing);
  if (!sent.ok) throw new Error(`not stored: ${JSON.stringify(sent)}`);
  writer.client = client;
}
/** Forgets a connection that the server ended. */
function noticeLostConnection(writer: DraftWriter): void {
  if (writer.client?.socket.connected === false) disconnectWriter(writer);
}
export function disconnectWriter(writer: DraftWriter): void {
  writer.client?.socket.disconnect();
  writer.client = undefined;
}

/** Types a character that nobody else types, or deletes one; with a connection the update is sent. */
export function editDraft({ random, typed, deleted, stored }: DraftStory, { doc, client }: DraftWriter): void {
  const text = getParagraph(doc, random.below(doc.getXmlFragment(DRAFT_FRAGMENT).length));
  const content = text.toJSON();
  const at = random.below(content.length + 1);
  const isDeletion = at < content.length && random.below(4) === 0;
  const character = isDeletion ? content.charAt(at) : String.fromCodePoint(FIRST_CHARACTER + typed.size);
  (isDeletion ? deleted : typed).add(character);
  const work = () => (isDeletion ? text.delete(at, 1) : text.insert(at, character));
  if (client === undefined) {
    doc.transact(work);
    return;
  }
  const remember = ({ ok }: { readonly ok: boolean }) =>
    ok ? (isDeletion ? stored.deleted : stored.typed).add(character) : undefined;
  // a lost connection: the writer sends the update again
  client.change(work).then(remember, () => undefined);
}

/** Edits `steps` times with writers who come and go. */
export async function editAtRandom(story: DraftStory, writers: readonly DraftWriter[], steps: number): Promise<void> {
  const { random } = story;
  for (let step = 0; step < steps; step += 1) {
    const writer = random.pick(writers);
    const chance = random.below(20);
    noticeLostConnection(writer);
    if (chance === 0 && writer.client) disconnectWriter(writer);
    else if (chance === 1 && !writer.client) await connectWriter(story, writer);
    else editDraft(story, writer);
    if (random.below(4) === 0) await sleep(random.below(12));
  }
}

/** Connects everyone, waits until all have the same text, and returns its characters in order. */
export async function agreedCharacters(story: DraftStory, writers: readonly DraftWriter[]): Promise<string> {
  for (const writer of writers) {
    noticeLostConnection(writer);
    if (!writer.client) await connectWriter(story, writer);
  }
  const texts = () => writers.map(({ doc }) => getTexts(doc).join('\n'));
  await waitUntil(() => new Set(texts()).size === 1, 'one text', 10_000);
  for (const writer of writers) disconnectWriter(writer);
  return sortCharacters((texts()[0] ?? '').replaceAll('\n', ''));
}
export const sortCharacters = (characters: Iterable<string>): string => [...characters].sort().join('');
/** Every character that was typed and not deleted, in order. */
export const remainingCharacters = ({ typed, deleted }: Pick<DraftStory, 'typed' | 'deleted'>): string =>
  sortCharacters([...typed].filter((character) => !deleted.has(character)));

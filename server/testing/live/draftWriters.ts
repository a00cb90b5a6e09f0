/**
 * Writers of one shared draft who type at random, each character once. They lose their connections and their right to write in between, and
 * get both back.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { Doc } from 'yjs';
import { DRAFT_FRAGMENT, type DraftUpdateAck, type SharedDraftTarget } from '../../../common/protocol/sharedDraft';
import type { Random } from '../random';
import { createDraftClient, getParagraph, getTexts, type DraftClient } from './draftClient';
import { connectLiveClient, type LiveClient } from './liveClient';
import { waitUntil } from './presenceClient';

const FIRST_CHARACTER = 0x4e00;
/** Attempts to connect, and the milliseconds between them: a busy server refuses new connections for a moment. */
const CONNECT_ATTEMPTS = 50;
const CONNECT_MS = 100;
const SETTLE_MS = sampleSize(10_000, 60_000);

/** One writer, who keeps the document while there is no connection. */
export interface DraftWriter {
  readonly doc: Doc;
  client: DraftClient | undefined;
  /** False while the right to write is gone. */
  mayWrite: boolean;
}
/** A character that was typed or deleted. */
export interface DraftEdit {
  readonly writer: DraftWriter;
  readonly character: string;
  readonly isDeletion: boolean;
  /** A server said that it is stored. */
  isStored: boolean;
  /** Made or refused while the writer had no right: nobody else may see it. */
  isWithheld: boolean;
}
export interface DraftRun {
  readonly random: Random;
  readonly target: SharedDraftTarget;
  /** The characters at the beginning. */
  readonly text: string;
  /** Address and session of a node to connect to; `from` is the address of the writer for the server's limits. */
  readonly pickNode: (writer: DraftWriter) => { readonly url: string; readonly token: string; readonly from?: string };
  /** Changes the right of a writer; without it all keep theirs. */
  readonly setRight?: ((writer: DraftWriter, mayWrite: boolean) => Promise<void>) | undefined;
  /** Saves the text of a writer's draft; without it nobody saves. */
  readonly save?: ((writer: DraftWriter, html: string, base: string) => Promise<SavedText | undefined>) | undefined;
  /** Changes the record without the draft; without it nobody does. */
  readonly changeRecord?: (() => Promise<void>) | undefined;
  readonly edits: DraftEdit[];
  /** Characters of acknowledged saves that the saved record did not have. */
  readonly unsaved: string[];
  /** Edits without an acknowledgement. */
  readonly sent: Set<Promise<void>>;
  /** Characters that a server stored for a writer without the right. */
  readonly wronglyStored: string[];
}

/** The text of a record after a save. */
export interface SavedText {
  readonly html: string;
}
export const createDraftRun = (run: Omit<DraftRun, 'edits' | 'sent' | 'wronglyStored' | 'unsaved'>): DraftRun => ({
  ...run,
  edits: [],
  sent: new Set(),
  wronglyStored: [],
  unsaved: [],
});
export const createDraftWriter = (): DraftWriter => ({ doc: new Doc(), client: undefined, mayWrite: true });

async function connect(run: DraftRun, writer: DraftWriter): Promise<LiveClient> {
  for (let attempt = 1; ; attempt += 1) {
    const { url, token, from } = run.pickNode(writer);
    try {
      return await connectLiveClient(`${url}/admin`, token, {
        skipFrames: true,
        ...(from === undefined ? {} : { from }),
      });
    } catch (error) {
      if (attempt === CONNECT_ATTEMPTS) throw error;
      await sleep(CONNECT_MS);
    }
  }
}
/** Joins, and sends what the server misses. A node that has not heard of a changed right is asked again. */
async function joinDraft(writer: DraftWriter, client: DraftClient): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  let joined = await client.join();
  while (joined.ok && joined.write !== writer.mayWrite && performance.now() < until) {
    await sleep(20);
    joined = await client.join();
  }
  if (!joined.ok || joined.write !== writer.mayWrite) throw new Error(`not joined: ${JSON.stringify(joined)}`);
  if (!writer.mayWrite) return;
  const sent = await client.resend(joined);
  if (!sent.ok) throw new Error(`not stored: ${JSON.stringify(sent)}`);
}
/** Joins the draft, and sends what the writer typed without a connection. */
export async function connectWriter(run: DraftRun, writer: DraftWriter): Promise<void> {
  const client = createDraftClient(await connect(run, writer), run.target, writer.doc);
  await joinDraft(writer, client);
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

function applyAcknowledgement({ wronglyStored }: DraftRun, edit: DraftEdit, ack: DraftUpdateAck): void {
  if (!ack.ok && ack.code !== 403) return;
  if (ack.ok && edit.isWithheld) wronglyStored.push(edit.character);
  edit.isStored = ack.ok;
  edit.isWithheld = !ack.ok;
}
/** Types a character that nobody else types, or deletes one; with a connection the update is sent. */
export function editDraft(run: DraftRun, writer: DraftWriter): void {
  const { random, edits, sent } = run;
  const { doc, client } = writer;
  const text = getParagraph(doc, random.below(doc.getXmlFragment(DRAFT_FRAGMENT).length));
  const content = text.toJSON();
  const at = random.below(content.length + 1);
  const isDeletion = at < content.length && random.below(4) === 0;
  const character = isDeletion ? content.charAt(at) : String.fromCodePoint(FIRST_CHARACTER + edits.length);
  const edit = { writer, character, isDeletion, isStored: false, isWithheld: !writer.mayWrite };
  edits.push(edit);
  const work = () => (isDeletion ? text.delete(at, 1) : text.insert(at, character));
  if (client === undefined) {
    doc.transact(work);
    return;
  }
  const answered = client.change(work).then(
    (ack) => applyAcknowledgement(run, edit, ack),
    // a lost connection: the writer sends the update again
    () => undefined,
  );
  sent.add(answered);
}
async function waitForAcknowledgements({ sent }: DraftRun): Promise<void> {
  await Promise.all(sent);
  sent.clear();
}

/**
 * Takes the right of a connected writer away. What the writer does from now on is withheld, with what the server refused before. A writer
 * whose connection ends meanwhile does not know what was stored, and gets the right back at once.
 */
async function takeRight(run: DraftRun, writer: DraftWriter, client: DraftClient): Promise<void> {
  const known = client.states.length;
  const isGone = () => client.states.slice(known).some(({ write }) => write === false);
  await run.setRight?.(writer, false);
  await waitUntil(() => isGone() || !client.socket.connected, 'right gone', SETTLE_MS);
  if (!isGone()) {
    await giveRight(run, writer);
    return;
  }
  await waitForAcknowledgements(run);
  writer.mayWrite = false;
}
/** Gives the right back to a writer, who sends what was withheld. */
async function giveRight(run: DraftRun, writer: DraftWriter): Promise<void> {
  await waitForAcknowledgements(run);
  await run.setRight?.(writer, true);
  writer.mayWrite = true;
  disconnectWriter(writer);
  await connectWriter(run, writer);
  for (const edit of run.edits)
    if (edit.writer === writer && edit.isWithheld) Object.assign(edit, { isWithheld: false, isStored: true });
}
async function changeRight(run: DraftRun, writer: DraftWriter): Promise<void> {
  if (!writer.mayWrite) await giveRight(run, writer);
  else if (writer.client) await takeRight(run, writer, writer.client);
}

/** Saves what a writer sees. An acknowledged save has every character that nobody deleted. */
async function saveDraft(run: DraftRun, writer: DraftWriter): Promise<void> {
  const { doc, client } = writer;
  if (client === undefined) return;
  const html = getTexts(doc)
    .map((text) => `<p>${text}</p>`)
    .join('');
  const saved = await run.save?.(writer, html, client.base());
  if (saved === undefined) return;
  const deleted = new Set(run.edits.filter(({ isDeletion }) => isDeletion).map(({ character }) => character));
  const isMissing = (character: string) => !saved.html.includes(character) && !deleted.has(character);
  run.unsaved.push(...Array.from(html).filter(isMissing));
}

/** Edits `steps` times with writers who come and go, and whose rights do. */
export async function editAtRandom(run: DraftRun, writers: readonly DraftWriter[], steps: number): Promise<void> {
  const { random } = run;
  for (let step = 0; step < steps; step += 1) {
    const writer = random.pick(writers);
    const chance = random.below(20);
    noticeLostConnection(writer);
    if (chance === 0 && writer.client) disconnectWriter(writer);
    else if (chance === 1 && !writer.client) await connectWriter(run, writer);
    else if (chance === 2 && run.setRight && random.below(5) === 0) await changeRight(run, writer);
    else if (chance === 3 && writer.mayWrite) await saveDraft(run, writer);
    else if (chance === 4 && random.below(2) === 0) await run.changeRecord?.();
    else editDraft(run, writer);
    if (random.below(4) === 0) await sleep(random.below(12));
  }
}

/**
 * Connects everyone, waits until all with the right have the same text, and returns its characters in order. Some get their right back
 * before; what the others withheld stays theirs.
 */
export async function agreedCharacters(run: DraftRun, writers: readonly DraftWriter[]): Promise<string> {
  for (const writer of writers) {
    noticeLostConnection(writer);
    if (!writer.mayWrite && run.random.chance(0.5)) await giveRight(run, writer);
    else if (!writer.client) await connectWriter(run, writer);
  }
  await waitForAcknowledgements(run);
  const reader = createDraftWriter();
  await connectWriter(run, reader);
  const entitled = [...writers.filter(({ mayWrite }) => mayWrite), reader];
  const texts = () => entitled.map(({ doc }) => getTexts(doc).join('\n'));
  await waitUntil(() => new Set(texts()).size === 1, 'one text', SETTLE_MS);
  for (const writer of [...writers, reader]) disconnectWriter(writer);
  return sortCharacters((texts()[0] ?? '').replaceAll('\n', ''));
}
const sortCharacters = (characters: Iterable<string>): string => [...characters].sort().join('');

/** Characters by what happened to them. */
export interface DraftCharacters {
  readonly typed: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** Those whose typing or deletion a server said is stored. */
  readonly storedTyped: ReadonlySet<string>;
  readonly storedDeleted: ReadonlySet<string>;
}
export function listCharacters({ text, edits }: Pick<DraftRun, 'text' | 'edits'>): DraftCharacters {
  const select = (isWanted: (edit: DraftEdit) => boolean) =>
    edits.filter((edit) => !edit.isWithheld && isWanted(edit)).map(({ character }) => character);
  return {
    typed: new Set([...text, ...select(({ isDeletion }) => !isDeletion)]),
    deleted: new Set(select(({ isDeletion }) => isDeletion)),
    storedTyped: new Set([...text, ...select(({ isDeletion, isStored }) => !isDeletion && isStored)]),
    storedDeleted: new Set(select(({ isDeletion, isStored }) => isDeletion && isStored)),
  };
}
/** Every character that was typed and not deleted, in order. */
export function remainingCharacters(run: DraftRun): string {
  const { typed, deleted } = listCharacters(run);
  return sortCharacters([...typed].filter((character) => !deleted.has(character)));
}

/**
 * Finds decisions about suggestions that somebody else decided before: an update then removes a mark of a suggestion that the draft no longer has. The
 * earlier decision is valid, so text that it keeps is typed again. A deletion of more than suggestions is no decision.
 */
import type { Item } from 'yjs';
import {
  compareIDs,
  ContentFormat,
  ContentString,
  createID,
  decodeUpdate,
  getState,
  isDeleted,
  type Doc,
  type ID,
  type Transaction,
  type XmlText,
} from 'yjs';
import { listParts, type LostText } from '../moves/lostText';
import type { Place } from '../moves/move';
import type { MovedText } from '../moves/movedText';
import { findParentText, isNewId, listStructItems, offsetId, setFormat, type Attributes } from '../moves/readChange';
import { readElementsAround } from '../moves/elementsAround';
import { findSuggestionValue } from './suggestionFormats';

type DeleteSet = Transaction['deleteSet'];
/** What an update decides about characters of a suggestion. */
export interface Decision {
  /** The format that made them one. */
  readonly format: ID;
  readonly isKept: boolean;
  readonly text: LostText;
}
export interface WatchedDecisions {
  /** About suggestions that were open. */
  readonly decisions: readonly Decision[];
  /** What the update deleted though an earlier decision keeps it. */
  readonly lost: readonly LostText[];
  /** The update decides otherwise than an earlier decision, which is valid. */
  readonly isOverruled: boolean;
}
const NO_DECISIONS: WatchedDecisions = { decisions: [], lost: [], isOverruled: false };

/** The name and the format of a mark. */
type Mark = readonly [key: string, format: Item];
/** One character as the author of the update knew it, and what became of it. */
interface Character {
  readonly id: ID;
  readonly text: string;
  readonly attributes: Attributes;
  readonly place: Place;
  /** The author saw it as a suggestion. */
  readonly isSuggested: boolean;
  /** The removed format of a suggestion that was open until then, or that was decided before. */
  readonly decided: Mark | undefined;
  readonly isDecidedBefore: boolean;
  readonly wasDeleted: boolean;
  readonly isTaken: boolean;
}
interface ReadChange {
  readonly transaction: Transaction;
  /** What the update deletes. */
  readonly known: DeleteSet;
}

/** The items that an update deletes, also those that were deleted before. */
function* listNamedItems({ transaction: { doc }, known }: ReadChange): Generator<Item> {
  for (const [client, ranges] of known.clients)
    for (const { clock, len } of ranges)
      if (clock < getState(doc.store, client))
        yield* listStructItems(doc.store.clients.get(client) ?? [], clock, clock + len);
}
/** The texts in which the update removes marks of suggestions. */
function findDecidedTexts(change: ReadChange): ReadonlySet<XmlText> {
  const texts = new Set<XmlText>();
  for (const item of listNamedItems(change)) {
    const isMark = item.content instanceof ContentFormat && findSuggestionValue(item.content) !== undefined;
    const text = isMark ? findParentText(item) : undefined;
    if (text !== undefined) texts.add(text);
  }
  return texts;
}
/** Whether an item was there before the update. */
const wasLive = ({ transaction }: ReadChange, { deleted, id }: Item, offset = 0): boolean =>
  !isNewId(transaction, id) && (!deleted || isDeleted(transaction.deleteSet, offsetId(id, offset)));

/** The marks of suggestions at one place, by name. */
type Marks = Map<string, Item>;
function followMark(marks: Marks, item: Item, content: ContentFormat): void {
  if (findSuggestionValue(content) !== undefined) marks.set(content.key, item);
  else marks.delete(content.key);
}
/** The marks as the author of the update knew them, and as the draft had them. */
interface KnownMarks {
  readonly seen: Marks;
  readonly stored: Marks;
}
function readCharacter(
  change: ReadChange,
  { seen, stored }: KnownMarks,
  item: Item,
  offset: number,
  known: Pick<Character, 'text' | 'place' | 'attributes'>,
): Character {
  const { transaction, known: deletions } = change;
  const id = offsetId(item.id, offset);
  const wasDeleted = !wasLive(change, item, offset);
  const removed = [...seen].filter(([, mark]) => isDeleted(deletions, mark.id));
  const isDecidedBefore = removed.some(([key, mark]) => !isDeleted(transaction.deleteSet, mark.id) && !stored.has(key));
  const now = removed.find(([, mark]) => isDeleted(transaction.deleteSet, mark.id));
  return {
    id,
    ...known,
    isSuggested: seen.size > 0,
    decided: now,
    isDecidedBefore,
    wasDeleted,
    isTaken: isDeleted(deletions, id),
  };
}
function* readCharacters(text: XmlText, change: ReadChange): Generator<Character> {
  const marks: KnownMarks = { seen: new Map(), stored: new Map() };
  let attributes: Attributes = {};
  let place: Place = { id: text._item?.id ?? createID(0, 0), side: 'start' };
  for (let item = text._start; item !== null; item = item.right) {
    const { content } = item;
    if (isNewId(change.transaction, item.id)) continue;
    if (content instanceof ContentFormat) {
      const isLive = wasLive(change, item);
      if (isLive || isDeleted(change.known, item.id)) followMark(marks.seen, item, content);
      if (isLive) followMark(marks.stored, item, content);
      if (isLive) attributes = setFormat(attributes, content);
    } else if (content instanceof ContentString) {
      for (let offset = 0; offset < item.length; offset += 1) {
        yield readCharacter(change, marks, item, offset, { text: content.str.charAt(offset), place, attributes });
        place = { id: offsetId(item.id, offset), side: 'behind' };
      }
    }
  }
}

/** Characters that the update deletes in a row with ordinary text: the author did not decide about them alone. */
function listWithOrdinaryText(characters: readonly Character[]): ReadonlySet<Character> {
  const found = new Set<Character>();
  let run: Character[] = [];
  const end = () => {
    if (run.some(({ isSuggested }) => !isSuggested)) for (const character of run) found.add(character);
    run = [];
  };
  for (const character of characters)
    if (character.isTaken && !character.wasDeleted) run.push(character);
    else if (!character.wasDeleted) end();
  end();
  return found;
}
function toLostText({ id, text, attributes, place }: Character, around: LostText['around'] = []): LostText {
  return {
    characters: { client: id.client, clock: id.clock, len: 1 },
    text,
    attributes,
    formats: {},
    place,
    isLive: false,
    move: undefined,
    cause: id,
    leavesEmptyBlock: false,
    block: around[0]?.id,
    around,
  };
}
/** The text as the other decision leaves it. */
function withoutMark(text: LostText, key: string): LostText {
  const attributes = { ...text.attributes };
  Reflect.deleteProperty(attributes, key);
  return { ...text, attributes };
}
/** Whether a text follows directly behind another one, with the same formats. */
function follows({ characters, attributes }: LostText, next: LostText): boolean {
  const { client, clock, len } = characters;
  const isNext = next.characters.client === client && next.characters.clock === clock + len;
  return isNext && JSON.stringify(attributes) === JSON.stringify(next.attributes);
}
const joinTwo = (first: LostText, { characters, text }: LostText): LostText => ({
  ...first,
  characters: { ...first.characters, len: first.characters.len + characters.len },
  text: first.text + text,
});
function joinTexts(texts: readonly LostText[]): readonly LostText[] {
  const joined: LostText[] = [];
  for (const text of texts) {
    const last = joined.at(-1);
    if (last === undefined || !follows(last, text)) joined.push(text);
    else joined[joined.length - 1] = joinTwo(last, text);
  }
  return joined;
}
function joinDecisions(decisions: readonly Decision[]): readonly Decision[] {
  const joined: Decision[] = [];
  for (const decision of decisions) {
    const last = joined.at(-1);
    const isSame = last?.isKept === decision.isKept && compareIDs(last.format, decision.format);
    if (last === undefined || !isSame || !follows(last.text, decision.text)) joined.push(decision);
    else joined[joined.length - 1] = { ...last, text: joinTwo(last.text, decision.text) };
  }
  return joined;
}
type FoundDecisions = Pick<WatchedDecisions, 'decisions' | 'lost'>;
function readDecisions(text: XmlText, change: ReadChange): FoundDecisions {
  const characters = [...readCharacters(text, change)];
  const ordinary = listWithOrdinaryText(characters);
  const around = readElementsAround(text, change.transaction);
  const decisions: Decision[] = [];
  const lost: LostText[] = [];
  for (const character of characters) {
    const { decided, isDecidedBefore, wasDeleted, isTaken } = character;
    if (wasDeleted || ordinary.has(character)) continue;
    const text = toLostText(character, around);
    if (isDecidedBefore && isTaken) lost.push(text);
    else if (decided !== undefined)
      decisions.push({ format: decided[1].id, isKept: !isTaken, text: withoutMark(text, decided[0]) });
  }
  return { decisions: joinDecisions(decisions), lost: joinTexts(lost) };
}

/** An update without deletions, which decides nothing, ends with the number of their clients. */
const hasDeletions = (update: Uint8Array): boolean => update.at(-1) !== 0;

/** How many decisions that deleted text are remembered, so that those who decide otherwise later are notified. */
const MAX_DELETIONS = 200;
interface DecidedDraft {
  readonly doc: Doc;
  readonly moved: Pick<MovedText, 'find'>;
  /** The last decisions that deleted text. */
  readonly decidedDeletions: Decision[];
}
/** Runs `apply`, which applies the update of an editor; returns what it decides too. */
export function watchDecisions<T>(
  { doc, moved, decidedDeletions }: DecidedDraft,
  update: Uint8Array,
  apply: () => T,
): { readonly result: T; readonly decided: WatchedDecisions } {
  if (!hasDeletions(update)) return { result: apply(), decided: NO_DECISIONS };
  let found: readonly FoundDecisions[] | undefined;
  const onTransaction = (transaction: Transaction) => {
    const change = { transaction, known: decodeUpdate(update).ds };
    found ??= [...findDecidedTexts(change)].map((text) => readDecisions(text, change));
  };
  doc.on('afterTransaction', onTransaction);
  try {
    const result = apply();
    const isMoved = ({ characters }: LostText) => moved.find(offsetId(characters, 0))?.isCharacter === true;
    const lost = (found ?? []).flatMap((texts) => texts.lost).filter((text) => !isMoved(text));
    const isOverruled = lost.length > 0 || listOverruled(decidedDeletions, update).length > 0;
    const decisions = (found ?? []).flatMap((texts) => texts.decisions);
    decidedDeletions.push(...decisions.filter(({ isKept }) => !isKept));
    decidedDeletions.splice(0, decidedDeletions.length - MAX_DELETIONS);
    return { result, decided: { decisions, lost, isOverruled } };
  } finally {
    doc.off('afterTransaction', onTransaction);
  }
}

/** The parts of decisions about which an update decides otherwise. */
export function listOverruled<T extends Decision>(decisions: readonly T[], update: Uint8Array): readonly T[] {
  if (decisions.length === 0 || !hasDeletions(update)) return [];
  const { ds } = decodeUpdate(update);
  return decisions
    .filter(({ format }) => isDeleted(ds, format))
    .flatMap((decision) =>
      listParts(decision.text, (id) => isDeleted(ds, id) === decision.isKept).map((text) => ({ ...decision, text })),
    );
}

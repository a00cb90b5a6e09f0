/**
 * Removes suggestion marks from text that is no suggestion. When an editor types inside a suggestion while its author withdraws it, Yjs leaves
 * the suggestion mark on the text after it. A save would leave that text out.
 */
import {
  ContentFormat,
  ContentString,
  createID,
  encodeStateAsUpdate,
  encodeStateVector,
  getState,
  XmlElement,
  XmlText,
} from 'yjs';
import type { Doc, ID, XmlFragment, Item } from 'yjs';
import { DELETION, INSERTION } from '../../../../common/text/richText/draftSuggestion';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';
import type { MovedText } from '../moves/movedText';
import { findSuggestionValue, isRedoneFormat } from './suggestionFormats';
import { markLeftBehind } from './markLeftBehind';
import type { FormerSuggestions, SuggestedCharacters } from './formerSuggestions';

type SuggestionKey = typeof INSERTION | typeof DELETION;
/** One stretch of suggested text. */
interface SuggestedPart {
  readonly text: XmlText;
  readonly item: Item;
  /** The mark, the format that makes it one, and its string. */
  readonly key: SuggestionKey;
  readonly format: Item;
  readonly value: string;
  /** Its place in the text. */
  readonly index: number;
}

function* textsIn(parent: XmlFragment): Generator<XmlText> {
  for (const child of parent.toArray())
    if (child instanceof XmlText) yield child;
    else if (child instanceof XmlElement) yield* textsIn(child);
}
function* getSuggestedParts(text: XmlText): Generator<SuggestedPart> {
  const open = new Map<SuggestionKey, { readonly format: Item; readonly value: string }>();
  let index = 0;
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted) continue;
    const { content } = item;
    if (content instanceof ContentFormat && (content.key === INSERTION || content.key === DELETION)) {
      const value = findSuggestionValue(content);
      if (value === undefined) open.delete(content.key);
      else open.set(content.key, { format: item, value });
    }
    if (content instanceof ContentString)
      for (const [key, { format, value }] of open) yield { text, item, key, format, value, index };
    if (item.countable) index += item.length;
  }
}
function* suggestedPartsIn(doc: Doc): Generator<SuggestedPart> {
  for (const text of textsIn(doc.getXmlFragment(DRAFT_FRAGMENT))) yield* getSuggestedParts(text);
}

/** Whether a document has formats of suggested text, even where no text is left in them. */
export function hasSuggestionFormats(doc: Doc): boolean {
  for (const text of textsIn(doc.getXmlFragment(DRAFT_FRAGMENT)))
    for (let item = text._start; item !== null; item = item.right) {
      const { content, deleted } = item;
      if (deleted || !(content instanceof ContentFormat) || content.key !== INSERTION) continue;
      if ((content.value as unknown) !== null) return true;
    }
  return false;
}

/** Characters with a suggestion, by mark. */
type CharactersByKey = Readonly<Record<SuggestionKey, SuggestedCharacters>>;
function listSuggestedCharacters(doc: Doc): CharactersByKey {
  const found = {
    [INSERTION]: new Map<number, Map<number, string>>(),
    [DELETION]: new Map<number, Map<number, string>>(),
  };
  for (const { item, key, value } of suggestedPartsIn(doc)) {
    const { client, clock } = item.id;
    const values = found[key].get(client) ?? new Map<number, string>();
    for (let offset = 0; offset < item.length; offset += 1) values.set(clock + offset, value);
    found[key].set(client, values);
  }
  return found;
}

interface TextRange {
  readonly text: XmlText;
  readonly key: SuggestionKey;
  readonly from: number;
  readonly to: number;
}
/** The ranges of a part whose characters fulfil a condition. */
function getRanges(
  { text, item, key, index }: SuggestedPart,
  isWanted: (clock: number) => boolean,
): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (let offset = 0; offset < item.length; offset += 1) {
    if (!isWanted(item.id.clock + offset)) continue;
    const [last, at] = [ranges.at(-1), index + offset];
    if (last?.to === at) ranges[ranges.length - 1] = { ...last, to: at + 1 };
    else ranges.push({ text, key, from: at, to: at + 1 });
  }
  return ranges;
}

/** What is known about the characters of a draft before an update. */
interface Earlier {
  readonly doc: Doc;
  readonly suggested: CharactersByKey;
  readonly former: FormerSuggestions;
  readonly isKnown: (client: number, clock: number) => boolean;
  /** The characters that the update moved to a new one: an editor who splits or joins blocks writes the second one again. */
  readonly findSources: (client: number, clock: number) => readonly ID[];
}
/** Where new characters were before the update, by client and number. */
function createFindSources({ listMoved }: Pick<MovedText, 'listMoved'>, isKnown: Earlier['isKnown']) {
  let known: Map<string, ID[]> | undefined;
  const readSources = () => {
    const sources = new Map<string, ID[]>();
    for (const { client, clock, len, to } of listMoved(({ client, clock }) => !isKnown(client, clock)))
      for (let offset = 0; offset < len; offset += 1) {
        const key = `${to.client}:${to.clock + offset}`;
        sources.set(key, [...(sources.get(key) ?? []), createID(client, clock + offset)]);
      }
    return sources;
  };
  return (client: number, clock: number): readonly ID[] => (known ??= readSources()).get(`${client}:${clock}`) ?? [];
}
/**
 * Whether a new character of an insertion is ordinary text. Who writes ordinary text again can have a mark on it that a withdrawn suggestion left
 * in that editor alone, so what was no suggestion does not become one with the new format either.
 */
function isPlainCopy(
  { suggested, former, isKnown, findSources }: Earlier,
  value: string,
  isNewFormat: boolean,
  { client, clock }: ID,
): boolean {
  const sources = findSources(client, clock);
  const isSuggested = (source: ID) => suggested[INSERTION].get(source.client)?.has(source.clock) === true;
  if (!isNewFormat) return !sources.some(isSuggested);
  const wasSuggested = (source: ID) =>
    isSuggested(source) || former.has({ key: INSERTION, value, client: source.client, clock: source.clock });
  return sources.some((source) => isKnown(source.client, source.clock) && !wasSuggested(source));
}
/** Whether a character of a part is ordinary text. Undo of a decision makes those characters a suggestion again that were one, and no others. */
function createIsPlain(earlier: Earlier, { item, key, format, value }: SuggestedPart): (clock: number) => boolean {
  const { doc, suggested, former, isKnown } = earlier;
  const { client } = item.id;
  const isNewFormat = !isKnown(format.id.client, format.id.clock);
  const isUndo = isNewFormat && isRedoneFormat(doc, format);
  return (clock) => {
    if (!isKnown(client, clock))
      return key === INSERTION && isPlainCopy(earlier, value, isNewFormat, createID(client, clock));
    if (suggested[key].get(client)?.has(clock) === true) return false;
    if (isUndo) return !former.has({ key, value, client, clock });
    return key === INSERTION;
  };
}

/**
 * Applies an update of an editor with `apply`. Text that was not suggested before does not become so, unless the update itself brings text and
 * format, or undoes a decision. Returns the change that this took. `former` remembers what was suggested before the update, and no longer is.
 */
export function removeStraySuggestionMarks(
  doc: Doc,
  former: FormerSuggestions,
  moved: Pick<MovedText, 'find' | 'isEmpty' | 'listMoved'>,
  apply: () => void,
): Uint8Array | undefined {
  const suggested = listSuggestedCharacters(doc);
  const known = new Map([...doc.store.clients.keys()].map((client) => [client, getState(doc.store, client)]));
  const isKnown = (client: number, clock: number) => clock < (known.get(client) ?? 0);
  apply();
  const before = encodeStateVector(doc);
  const isMarked = markLeftBehind(doc, suggested[INSERTION], moved);
  const earlier: Earlier = { doc, suggested, former, isKnown, findSources: createFindSources(moved, isKnown) };
  const ranges = [...suggestedPartsIn(doc)].flatMap((part) => getRanges(part, createIsPlain(earlier, part)));
  if (ranges.length > 0)
    doc.transact(() => {
      for (const { text, key, from, to } of ranges) text.format(from, to - from, { [key]: null });
    });
  const now = listSuggestedCharacters(doc);
  for (const key of [INSERTION, DELETION] as const) former.remember(key, suggested[key], now[key]);
  return isMarked || ranges.length > 0 ? encodeStateAsUpdate(doc, before) : undefined;
}

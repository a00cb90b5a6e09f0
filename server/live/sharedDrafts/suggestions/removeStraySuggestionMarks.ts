/**
 * Removes suggestion marks from text that is no suggestion. When an editor types inside a suggestion while its author withdraws it, Yjs leaves
 * the suggestion mark on the text after it. A save would leave that text out.
 */
import {
  ContentFormat,
  ContentString,
  encodeStateAsUpdate,
  encodeStateVector,
  getState,
  XmlElement,
  XmlText,
} from 'yjs';
import type { Doc, XmlFragment, Item } from 'yjs';
import { INSERTION } from '../../../../common/text/richText/draftSuggestion';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';

/** One stretch of suggested text. */
interface SuggestedPart {
  readonly text: XmlText;
  readonly item: Item;
  /** The format that makes it one. */
  readonly format: Item;
  /** Its place in the text. */
  readonly index: number;
}

function* textsIn(parent: XmlFragment): Generator<XmlText> {
  for (const child of parent.toArray())
    if (child instanceof XmlText) yield child;
    else if (child instanceof XmlElement) yield* textsIn(child);
}
function* getSuggestedParts(text: XmlText): Generator<SuggestedPart> {
  let format: Item | undefined;
  let index = 0;
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted) continue;
    const { content } = item;
    if (content instanceof ContentFormat && content.key === INSERTION)
      format = (content.value as unknown) === null ? undefined : item;
    if (format !== undefined && content instanceof ContentString) yield { text, item, format, index };
    if (item.countable) index += item.length;
  }
}
function* suggestedPartsIn(doc: Doc): Generator<SuggestedPart> {
  for (const text of textsIn(doc.getXmlFragment(DRAFT_FRAGMENT))) yield* getSuggestedParts(text);
}

/** The characters of suggested text, as the numbers that Yjs gave them by client. */
type SuggestedCharacters = ReadonlyMap<number, ReadonlySet<number>>;

/** Whether a document has formats of suggested text, even where no text is left in them. */
export function hasSuggestionFormats(doc: Doc): boolean {
  for (const text of textsIn(doc.getXmlFragment(DRAFT_FRAGMENT)))
    for (let item = text._start; item !== null; item = item.right) {
      const { content, deleted } = item;
      if (
        !deleted &&
        content instanceof ContentFormat &&
        content.key === INSERTION &&
        (content.value as unknown) !== null
      )
        return true;
    }
  return false;
}

function listSuggestedCharacters(doc: Doc): SuggestedCharacters {
  const byClient = new Map<number, Set<number>>();
  for (const { item } of suggestedPartsIn(doc)) {
    const { client, clock } = item.id;
    const clocks = byClient.get(client) ?? new Set<number>();
    for (let offset = 0; offset < item.length; offset += 1) clocks.add(clock + offset);
    byClient.set(client, clocks);
  }
  return byClient;
}

interface TextRange {
  readonly text: XmlText;
  readonly from: number;
  readonly to: number;
}
/** The ranges of a part whose characters fulfil a condition. */
function getRanges({ text, item, index }: SuggestedPart, isWanted: (clock: number) => boolean): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (let offset = 0; offset < item.length; offset += 1) {
    if (!isWanted(item.id.clock + offset)) continue;
    const [last, at] = [ranges.at(-1), index + offset];
    if (last?.to === at) ranges[ranges.length - 1] = { ...last, to: at + 1 };
    else ranges.push({ text, from: at, to: at + 1 });
  }
  return ranges;
}

/**
 * Applies an update of an editor with `apply`. Text that was not suggested before does not become so, unless the update itself brings text and
 * format, as undo does. Returns the change that this took.
 */
export function removeStraySuggestionMarks(doc: Doc, apply: () => void): Uint8Array | undefined {
  const suggested = listSuggestedCharacters(doc);
  const known = new Map([...doc.store.clients.keys()].map((client) => [client, getState(doc.store, client)]));
  const isKnown = (client: number, clock: number) => clock < (known.get(client) ?? 0);
  apply();
  const ranges = [...suggestedPartsIn(doc)].flatMap((part) => {
    const { client } = part.item.id;
    const hasNewFormat = !isKnown(part.format.id.client, part.format.id.clock);
    const isPlain = (clock: number) =>
      isKnown(client, clock) ? suggested.get(client)?.has(clock) !== true : !hasNewFormat;
    return getRanges(part, isPlain);
  });
  if (ranges.length === 0) return undefined;
  const before = encodeStateVector(doc);
  doc.transact(() => {
    for (const { text, from, to } of ranges) text.format(from, to - from, { [INSERTION]: null });
  });
  return encodeStateAsUpdate(doc, before);
}

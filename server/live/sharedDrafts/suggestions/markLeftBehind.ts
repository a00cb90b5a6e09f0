/**
 * Marks suggested letters again whose suggestion an editor moved without them: who splits or joins blocks writes a suggestion again at its new
 * place, and deletes its marks, without the letters that its author typed meanwhile.
 */
import { ContentFormat, ContentString, createID, getItem, Item, type Doc, type XmlText } from 'yjs';
import { INSERTION, SUGGESTION_ATTRIBUTE } from '../../../../common/text/richText/draftSuggestion';
import type { MovedText } from '../moves/movedText';
import { findParentText } from '../moves/readChange';
import type { SuggestedCharacters } from './formerSuggestions';

interface Character {
  readonly client: number;
  readonly clock: number;
  readonly value: string;
  readonly item: Item | undefined;
}
function listCharacters({ store }: Doc, suggested: SuggestedCharacters): readonly Character[] {
  return [...suggested].flatMap(([client, values]) =>
    [...values].map(([clock, value]) => {
      const found: unknown = getItem(store, createID(client, clock));
      return { client, clock, value, item: found instanceof Item ? found : undefined };
    }),
  );
}

/** The places of unmarked characters in a text, with their suggestions. */
function listUnmarked(text: XmlText, valueOf: (client: number, clock: number) => string | undefined) {
  const found: { readonly index: number; readonly value: string }[] = [];
  let [index, isMarked] = [0, false];
  for (let item = text._start; item !== null; item = item.right) {
    const { content, id, length, deleted, countable } = item;
    if (deleted) continue;
    if (content instanceof ContentFormat && content.key === INSERTION) isMarked = (content.value as unknown) !== null;
    for (let offset = 0; content instanceof ContentString && !isMarked && offset < length; offset += 1) {
      const value = valueOf(id.client, id.clock + offset);
      if (value !== undefined) found.push({ index: index + offset, value });
    }
    if (countable) index += length;
  }
  return found;
}

/** `suggested` are the characters that were suggested before the update that `moved` knows. Returns whether there were any. */
export function markLeftBehind(
  doc: Doc,
  suggested: SuggestedCharacters,
  moved: Pick<MovedText, 'find' | 'isEmpty'>,
): boolean {
  if (suggested.size === 0 || moved.isEmpty()) return false;
  const characters = listCharacters(doc, suggested);
  const isMoved = ({ client, clock, item }: Character) =>
    item?.deleted !== false && moved.find(createID(client, clock))?.isCharacter === true;
  const values = new Set(characters.filter(isMoved).map(({ value }) => value));
  const left = characters.filter(({ value, item }) => values.has(value) && item?.deleted === false);
  const texts = new Set(left.map(({ item }) => item && findParentText(item)));
  const valueOf = (client: number, clock: number) => {
    const value = suggested.get(client)?.get(clock);
    return value !== undefined && values.has(value) ? value : undefined;
  };
  const unmarked = [...texts].flatMap((text) =>
    text === undefined ? [] : listUnmarked(text, valueOf).map((character) => ({ text, ...character })),
  );
  if (unmarked.length === 0) return false;
  doc.transact(() => {
    for (const { text, index, value } of unmarked)
      text.format(index, 1, { [INSERTION]: { [SUGGESTION_ATTRIBUTE]: value } });
  });
  return true;
}

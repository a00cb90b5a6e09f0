/** The elements around a text, so that the server can make those again that are deleted. */
import {
  ContentType,
  createID,
  isDeleted,
  XmlElement,
  XmlText,
  type ID,
  type Item,
  type Transaction,
  type XmlFragment,
} from 'yjs';
import { SUGGESTION_ATTRIBUTE } from '../../../../common/text/richText/draftSuggestion';
import type { ElementShape } from './lostText';
import { findParentElement, listParentItems } from './readChange';

/** The name and attributes that an element had until the transaction deleted it; made again it is no suggestion. */
function readShape({ nodeName, _map }: XmlElement, { deleteSet }: Transaction): Omit<ElementShape, 'id'> {
  const attributes: Record<string, unknown> = {};
  for (const [name, { content, deleted, id }] of _map)
    if (name !== SUGGESTION_ATTRIBUTE && (!deleted || isDeleted(deleteSet, id)))
      attributes[name] = content.getContent().at(-1);
  return { name: nodeName, attributes };
}

/** The elements around a text, the outermost first, as they were until the transaction. */
export const readElementsAround = (text: XmlText, transaction: Transaction): readonly ElementShape[] =>
  [...listParentItems(text)].reverse().flatMap(({ content, id }) => {
    const type: unknown = content instanceof ContentType ? content.type : undefined;
    return type instanceof XmlElement ? [{ id, ...readShape(type as XmlElement, transaction) }] : [];
  });

interface ElementPlace {
  readonly parent: XmlFragment;
  readonly index: number;
}
/** The place behind an element that is deleted; undefined when its parent is deleted too. */
function findPlaceOf(item: Item): ElementPlace | undefined {
  const parent = findParentElement(item);
  if (parent === undefined || parent._item?.deleted === true) return undefined;
  let index = 0;
  for (let left = item.left; left !== null; left = left.left) if (!left.deleted) index += left.length;
  return { parent, index };
}
/** Makes the elements around a text again that are gone; returns the new text in them, or undefined when they have no place. */
export function insertElements(
  around: readonly ElementShape[],
  find: (id: ID) => Item | undefined,
): XmlText | undefined {
  const first = around.findIndex(({ id }) => find(id)?.deleted !== false);
  const gone = first < 0 ? [] : around.slice(first);
  const item = find((gone[0] ?? around.at(-1))?.id ?? createID(0, 0));
  const type: unknown = item?.content instanceof ContentType ? item.content.type : undefined;
  const inner = type instanceof XmlElement ? { parent: type, index: 0 } : undefined;
  const place = first < 0 ? inner : item && findPlaceOf(item);
  if (place === undefined) return undefined;
  let { parent, index } = place;
  for (const { name, attributes } of gone) {
    const element = new XmlElement(name);
    parent.insert(index, [element]);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value as string);
    [parent, index] = [element, 0];
  }
  const text = new XmlText();
  parent.insert(index, [text]);
  return text;
}

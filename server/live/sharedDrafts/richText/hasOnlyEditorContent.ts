/** Validates the content that an update inserts: only nodes and marks that the editor can create. Anything else would break the editor of every participant. */
import {
  ContentAny,
  ContentDeleted,
  ContentFormat,
  ContentString,
  ContentType,
  GC,
  getItem,
  getState,
  ID,
  Item,
  XmlElement,
  XmlFragment,
  XmlText,
  type Doc,
} from 'yjs';
import { LIMITS } from '../../../../common/limits';
import {
  DELETION,
  INSERTION,
  parseSuggestion,
  SUGGESTION_ATTRIBUTE,
} from '../../../../common/text/richText/draftSuggestion';
import { isEditorAttribute } from '../../../../common/text/richText/editorAttributes';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';
import { richTextSchema } from './richTextSchema';

const ATTRIBUTES = new Set(Object.values(richTextSchema.nodes).flatMap(({ spec }) => Object.keys(spec.attrs ?? {})));

/** Where an insertion goes. */
interface Place {
  readonly kind: 'root' | 'element' | 'text';
  /** The attribute that it sets; null for one of the children. */
  readonly attribute: string | null;
  /** The number of elements around it. */
  readonly depth: number;
}
/** Places of the insertions of one update; null where Yjs drops the insertion, because what it belongs to is deleted or unknown. */
interface Places {
  readonly doc: Doc;
  readonly find: (id: ID) => Item | undefined;
  readonly known: Map<Item, Place | null>;
}

const getKind = (type: unknown): Place['kind'] =>
  type instanceof XmlText ? 'text' : type instanceof XmlElement ? 'element' : 'root';

function getDepth(item: Item | null): number {
  let depth = 0;
  for (let at = item; at !== null; depth += 1) at = at.parent instanceof XmlFragment ? at.parent._item : null;
  return depth;
}
/** The place of an item that is part of the document. */
const storedPlace = ({ parent, parentSub }: Item): Place | null =>
  parent instanceof XmlFragment || parent instanceof XmlText
    ? { kind: getKind(parent), attribute: parentSub, depth: getDepth(parent._item) }
    : null;

function childPlace(places: Places, parent: ID, attribute: string | null): Place | null {
  const item = places.find(parent);
  const outer = item && findPlace(places, item);
  if (!outer || !(item.content instanceof ContentType)) return null;
  return { kind: getKind(item.content.type), attribute, depth: outer.depth + 1 };
}
function ownPlace(places: Places, item: Item): Place | null {
  const { parent, parentSub } = item;
  if (typeof parent === 'string')
    return parent === DRAFT_FRAGMENT ? { kind: 'root', attribute: parentSub, depth: 0 } : null;
  return parent instanceof ID ? childPlace(places, parent, parentSub) : storedPlace(item);
}

/** An insertion without a parent has that of its neighbor; neighbors are followed in a loop, because there can be thousands. */
function findPlace(places: Places, item: Item): Place | null {
  const { known } = places;
  const chain: Item[] = [];
  let at: Item | undefined = item;
  while (at !== undefined && !known.has(at) && at.parent === null) {
    // a neighbor that refers back has no place
    known.set(at, null);
    chain.push(at);
    const neighbor: ID | null = at.origin ?? at.rightOrigin;
    at = neighbor === null ? undefined : places.find(neighbor);
  }
  const place = at === undefined ? null : (known.get(at) ?? resolvePlaceWithoutCycles(places, at));
  for (const chainItem of chain) known.set(chainItem, place);
  return place;
}
function resolvePlaceWithoutCycles(places: Places, item: Item): Place | null {
  if (places.known.has(item)) return null;
  // an element inside itself has no place
  places.known.set(item, null);
  const place = ownPlace(places, item);
  places.known.set(item, place);
  return place;
}

function isAttributeValue(name: string, value: unknown): boolean {
  if (!ATTRIBUTES.has(name)) return false;
  if (name === SUGGESTION_ATTRIBUTE) return value === null || parseSuggestion(value) !== undefined;
  return isEditorAttribute(name, value);
}

/** Marks that overlap with others of their kind have a hash behind their name. */
const markName = (key: string): string => key.split('--', 1)[0] ?? '';
const isSuggestionMark = (key: string): boolean => key === INSERTION || key === DELETION;
function isMark({ key, value }: ContentFormat): boolean {
  if (!Object.hasOwn(richTextSchema.marks, markName(key))) return false;
  const attributes: unknown = value;
  if (attributes === null) return true;
  if (typeof attributes !== 'object' || Array.isArray(attributes)) return false;
  if (isSuggestionMark(key)) return parseSuggestion(Reflect.get(attributes, SUGGESTION_ATTRIBUTE)) !== undefined;
  return Object.entries(attributes).every(([name, attribute]) => isEditorAttribute(name, attribute));
}

function isElement({ type }: ContentType): boolean {
  if (type instanceof XmlText) return true;
  const name = type instanceof XmlElement && type.constructor === XmlElement ? type.nodeName : '';
  return Object.hasOwn(richTextSchema.nodes, name) && name !== 'doc' && name !== 'text';
}

function isContentAt(content: Item['content'], { kind, attribute, depth }: Place): boolean {
  if (attribute !== null)
    return (
      kind === 'element' &&
      content instanceof ContentAny &&
      content.arr.every((value) => isAttributeValue(attribute, value))
    );
  if (kind === 'text') return content instanceof ContentString || (content instanceof ContentFormat && isMark(content));
  if (!(content instanceof ContentType) || !isElement(content) || depth >= LIMITS.richTextDepth) return false;
  return content.type instanceof XmlElement || kind === 'element';
}

/** Insertions of an update by client, in the order of their numbers. */
function groupByClient(items: readonly Item[]): ReadonlyMap<number, readonly Item[]> {
  const byClient = new Map<number, Item[]>();
  for (const item of items) {
    const list = byClient.get(item.id.client) ?? [];
    list.push(item);
    byClient.set(item.id.client, list);
  }
  return byClient;
}
function findIn(items: readonly Item[], clock: number): Item | undefined {
  let [low, high] = [0, items.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item === undefined || item.id.clock > clock) high = middle - 1;
    else if (item.id.clock + item.length <= clock) low = middle + 1;
    else return item;
  }
  return undefined;
}
function createFind(doc: Doc, items: readonly Item[]): Places['find'] {
  const byClient = groupByClient(items);
  return (id) => {
    if (id.clock >= getState(doc.store, id.client)) return findIn(byClient.get(id.client) ?? [], id.clock);
    const stored: unknown = getItem(doc.store, id);
    return stored instanceof Item ? stored : undefined;
  };
}

/** Whether an update inserts only content that the editor can create. */
export function hasOnlyEditorContent(doc: Doc, structs: readonly unknown[]): boolean {
  const items = structs.filter((struct): struct is Item => struct instanceof Item);
  if (structs.some((struct) => !(struct instanceof Item || struct instanceof GC))) return false;
  const places: Places = { doc, find: createFind(doc, items), known: new Map() };
  return items.every((item) => {
    if (item.content instanceof ContentDeleted) return true;
    if (typeof item.parent === 'string' && item.parent !== DRAFT_FRAGMENT) return false;
    const place = findPlace(places, item);
    return place === null || isContentAt(item.content, place);
  });
}

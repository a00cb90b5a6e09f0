/** Finds what an update moved, and the text of others that it left at the old place or deleted with a block. */
import { createID, type ID, type Item, type XmlText } from 'yjs';
import { alignText } from './alignText';
import type { LostText } from './lostText';
import type { IdRange, Move, Place } from './move';
import type { MovedText } from './movedText';
import {
  findBlockName,
  findDeletedElements,
  findDeletedEmptyTexts,
  findNewRuns,
  findSources,
  isBeside,
  listParentItems,
  listPieces,
  offsetId,
  type WatchedChange,
  type NewRun,
  type Piece,
  type SourceText,
} from './readChange';

/** Texts without an equal new text that are compared with all of them: a comparison takes time. */
const MAX_COMPARED = 50;

/** Where the deleted characters of a text are now. */
interface Target {
  /** By the index of the deleted character; undefined for one that is not there. */
  readonly ids: readonly (ID | undefined)[];
  /** The place before the first of them. */
  readonly start: Place;
  readonly run: NewRun;
}
interface TargetSearch {
  readonly change: WatchedChange;
  readonly runs: readonly NewRun[];
  readonly used: Set<NewRun>;
  compared: number;
}

const behind = (id: ID): Place => ({ id, side: 'behind' });
const toRange = ({ client, clock }: ID): IdRange => ({ client, clock, len: 1 });

function toTarget(run: NewRun): Target {
  return { ids: run.ids, start: run.before, run };
}
function compareWithRuns(
  search: TargetSearch,
  taken: string,
  runs: readonly NewRun[],
  isPart: boolean,
): Target | undefined {
  search.compared += 1;
  if (search.compared > MAX_COMPARED) return undefined;
  const all = runs.flatMap((run) => run.ids.map((id, at) => ({ run, id, at })));
  const alignment = alignText(taken, runs.map(({ characters }) => characters).join(''), { isPart });
  const first = all[alignment?.find((other) => other >= 0) ?? -1];
  if (alignment === undefined || first === undefined) return undefined;
  const { run, at } = first;
  const previous = run.ids[at - 1];
  return { ids: alignment.map((other) => all[other]?.id), start: previous ? behind(previous) : run.before, run };
}
/** The new text that has the deleted characters of a text: a text that stays gives them to a new text only. */
function findTarget(search: TargetSearch, source: SourceText, taken: string): Target | undefined {
  if (taken === '') return undefined;
  const runs = search.runs.filter(({ text, isNewText }) => text !== source.text && (isNewText || source.isDeleted));
  const equal = runs.filter(({ characters }) => characters === taken);
  const run = equal.find((candidate) => !search.used.has(candidate)) ?? equal[0];
  if (run === undefined) {
    if (source.isDeleted) return compareWithRuns(search, taken, runs, false);
    for (const candidate of runs) {
      const target = compareWithRuns(search, taken, [candidate], true);
      if (target !== undefined) return target;
    }
    return undefined;
  }
  search.used.add(run);
  return toTarget(run);
}

interface SourceContext {
  readonly moved: MovedText;
  readonly move: Move;
  readonly lost: LostText[];
  readonly source: SourceText;
  readonly pieces: readonly Piece[];
  readonly target: Target;
  /** Text behind the last moved character belongs to it too. */
  readonly takesRest: boolean;
  /** Where the next character belongs; undefined before the first moved one of a text that stays. */
  place: Place | undefined;
  /** Deleted characters that were seen. */
  taken: number;
}
const findTopBlock = ({ text }: SourceText): ID | undefined => listParentItems(text).at(-1)?.id;

/** Records where each deleted character is now. */
function addMovedPiece(context: SourceContext, { range }: Piece): void {
  const { moved, move, target } = context;
  for (let offset = 0; offset < range.len;) {
    const id = target.ids[context.taken + offset];
    let len = 1;
    const continues = (next: ID | undefined) =>
      id === undefined ? next === undefined : next?.client === id.client && next.clock === id.clock + len;
    while (offset + len < range.len && continues(target.ids[context.taken + offset + len])) len += 1;
    const part = { ...range, clock: range.clock + offset, len };
    if (id !== undefined) {
      moved.addCharacters(move, part, id);
      context.place = behind(createID(id.client, id.clock + len - 1));
    } else if (context.place !== undefined) moved.addGone(move, part, context.place);
    offset += len;
  }
  context.taken += range.len;
}
function addLostPiece(context: SourceContext, piece: Piece, leavesEmptyBlock: boolean): void {
  const { moved, move, place, source } = context;
  const { range, text, attributes, state } = piece;
  const block = findTopBlock(source);
  const isLive = state === 'live';
  context.lost.push({
    characters: range,
    text,
    attributes,
    formats: {},
    place,
    isLive,
    move,
    cause: undefined,
    block,
    leavesEmptyBlock,
  });
  if (place !== undefined) moved.addGone(move, range, place);
  context.place = behind(offsetId(range, range.len - 1));
}
/** Whether all that is left of a block of another type is text that moves: undo leaves a block with text of others. */
function leavesEmptyBlock({ source: { text, isDeleted }, pieces, target, takesRest }: SourceContext): boolean {
  const isFirst = pieces.find(({ state }) => state !== 'gone')?.state === 'taken';
  return !isDeleted && isFirst && takesRest && findBlockName(text) !== findBlockName(target.run.text);
}
function processPieces(context: SourceContext): void {
  const { source, pieces, target, moved, move, takesRest } = context;
  const last = target.ids.findLastIndex((id) => id !== undefined);
  const isEmptied = leavesEmptyBlock(context);
  for (const piece of pieces) {
    const isInside = context.place !== undefined && (source.isDeleted || takesRest || context.taken <= last);
    if (piece.state === 'taken') addMovedPiece(context, piece);
    else if (piece.state === 'lost') addLostPiece(context, piece, false);
    else if (piece.state === 'live' && isInside && !piece.isNew) addLostPiece(context, piece, isEmptied);
    else if (piece.state === 'gone' && context.place !== undefined) moved.addGone(move, piece.range, context.place);
  }
}

/** Records which change deleted an element, or a text that did not move, with its start; returns the place, which is nowhere now. */
function recordDeletedStart(id: ID, { moved, move }: Pick<SourceContext, 'moved' | 'move'>): Place {
  const place: Place = { id, side: 'start' };
  moved.addGone(move, toRange(id), place);
  return place;
}
/** Text of others in a block that was deleted and not moved. */
function addDeletedBlock({
  source,
  pieces,
  moved,
  move,
  lost,
}: Omit<SourceContext, 'target' | 'takesRest' | 'place' | 'taken'>): void {
  const block = findTopBlock(source);
  // there is no such place any more, but what follows these characters was lost by this change
  const place = recordDeletedStart(getTextId(source), { moved, move });
  for (const { state, range, text, attributes } of pieces) {
    moved.addGone(move, range, place);
    if (state !== 'lost') continue;
    lost.push({
      characters: range,
      text,
      attributes,
      formats: {},
      place: undefined,
      isLive: false,
      move,
      cause: place.id,
      block,
      leavesEmptyBlock: false,
    });
  }
}
const getTextId = ({ text }: Pick<SourceText, 'text'>): ID => text._item?.id ?? createID(0, 0);

/** Remembers the order of the characters of a deleted text. */
function keepOrder(text: XmlText, { moved, move }: Pick<SourceContext, 'moved' | 'move'>): void {
  const items: Item[] = [];
  for (let item = text._start; item !== null; item = item.right) items.push(item);
  moved.deletedTexts.add(move, getTextId({ text }), items);
}

/** What is typed at the deleted characters of an emptied text is lost by the change that deletes the text. */
function recordEmptyText(
  text: XmlText,
  { change, moved, move }: Pick<SourceContext, 'moved' | 'move'> & Pick<TargetSearch, 'change'>,
) {
  const id = getTextId({ text });
  const place = recordDeletedStart(id, { moved, move });
  const pieces = listPieces(text, change);
  for (const { range } of pieces) {
    moved.addGone(move, range, place);
    moved.reassign(move, range);
  }
  const first = pieces.map(({ range }) => offsetId(range, 0)).find((from) => moved.find(from)?.isCharacter === true);
  if (first !== undefined) moved.addGone(move, toRange(id), { id: first, side: 'before' });
}

/** Records what the update moved; returns the text of others that did not move with it. */
export function findLostText(change: WatchedChange, moved: MovedText, started: Readonly<Move>): readonly LostText[] {
  const lost: LostText[] = [];
  const runs = findNewRuns(change);
  const search: TargetSearch = { change, runs, used: new Set(), compared: 0 };
  let begun: Move | undefined;
  const begin = (): Move => (begun ??= moved.begin({ ...started, inserted: runs[0]?.ids[0] }));
  const sources = findSources(change);
  for (const source of sources) {
    if (!source.isDeleted && !runs.some(({ isNewText }) => isNewText)) continue;
    const pieces = listPieces(source.text, change);
    const taken = pieces.map(({ state, text }) => (state === 'taken' ? text : '')).join('');
    const target = findTarget(search, source, taken);
    if (target === undefined && !source.isDeleted) continue;
    const move = begin();
    if (source.isDeleted) keepOrder(source.text, { moved, move });
    if (target === undefined) {
      addDeletedBlock({ source, pieces, moved, move, lost });
      continue;
    }
    if (source.isDeleted) moved.addGone(move, toRange(getTextId(source)), target.start);
    const takesRest = source.isDeleted || isBeside(source.text, target.run, change.transaction);
    const place = source.isDeleted ? target.start : undefined;
    processPieces({ moved, move, lost, source, pieces, target, takesRest, place, taken: 0 });
  }
  for (const text of findDeletedEmptyTexts(change, sources)) {
    const move = begin();
    keepOrder(text, { moved, move });
    recordEmptyText(text, { change, moved, move });
  }
  for (const id of findDeletedElements(change)) recordDeletedStart(id, { moved, move: begin() });
  return lost;
}

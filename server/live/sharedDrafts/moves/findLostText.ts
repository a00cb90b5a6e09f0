/** Finds what an update moved, and the text of others that it left at the old place or deleted with a block. */
import { createID, isDeleted, type ID, type XmlText } from 'yjs';
import { alignText } from './alignText';
import type { LostText } from './lostText';
import type { Move, MovedText, Place } from './movedText';
import {
  blockNameOf,
  findDeletedEmptyTexts,
  findNewRuns,
  findSources,
  isBeside,
  itemsAround,
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
interface Reader {
  readonly change: WatchedChange;
  readonly runs: readonly NewRun[];
  readonly used: Set<NewRun>;
  compared: number;
}

const behind = (id: ID): Place => ({ id, side: 'behind' });

function targetOfRun(run: NewRun): Target {
  return { ids: run.ids, start: run.before, run };
}
function compareWithRuns(reader: Reader, taken: string, runs: readonly NewRun[], isPart: boolean): Target | undefined {
  reader.compared += 1;
  if (reader.compared > MAX_COMPARED) return undefined;
  const all = runs.flatMap((run) => run.ids.map((id, at) => ({ run, id, at })));
  const alignment = alignText(taken, runs.map(({ characters }) => characters).join(''), { isPart });
  const first = all[alignment?.find((other) => other >= 0) ?? -1];
  if (alignment === undefined || first === undefined) return undefined;
  const { run, at } = first;
  const previous = run.ids[at - 1];
  return { ids: alignment.map((other) => all[other]?.id), start: previous ? behind(previous) : run.before, run };
}
/** The new text that has the deleted characters of a text: a text that stays gives them to a new text only. */
function findTarget(reader: Reader, source: SourceText, taken: string): Target | undefined {
  if (taken === '') return undefined;
  const runs = reader.runs.filter(({ text, isNewText }) => text !== source.text && (isNewText || source.isDeleted));
  const equal = runs.filter(({ characters }) => characters === taken);
  const run = equal.find((candidate) => !reader.used.has(candidate)) ?? equal[0];
  if (run === undefined) {
    if (source.isDeleted) return compareWithRuns(reader, taken, runs, false);
    for (const candidate of runs) {
      const target = compareWithRuns(reader, taken, [candidate], true);
      if (target !== undefined) return target;
    }
    return undefined;
  }
  reader.used.add(run);
  return targetOfRun(run);
}

interface Walk {
  readonly moved: MovedText;
  readonly move: Move;
  readonly lost: LostText[];
  readonly source: SourceText;
  readonly pieces: readonly Piece[];
  readonly target: Target;
  /** Text behind the last moved character belongs to it too. */
  readonly takesRest: boolean;
  readonly cause: ID;
  /** Where the next character belongs; undefined before the first moved one of a text that stays. */
  place: Place | undefined;
  /** Deleted characters that were seen. */
  taken: number;
}
const blockOf = ({ text }: SourceText): ID | undefined => itemsAround(text).at(-1)?.id;

/** Remembers where each deleted character is. */
function takePiece(walk: Walk, { range }: Piece): void {
  const { moved, move, target } = walk;
  for (let offset = 0; offset < range.len;) {
    const id = target.ids[walk.taken + offset];
    let len = 1;
    const continues = (next: ID | undefined) =>
      id === undefined ? next === undefined : next?.client === id.client && next.clock === id.clock + len;
    while (offset + len < range.len && continues(target.ids[walk.taken + offset + len])) len += 1;
    const part = { ...range, clock: range.clock + offset, len };
    if (id !== undefined) {
      moved.addCharacters(move, part, id);
      walk.place = behind(createID(id.client, id.clock + len - 1));
    } else if (walk.place !== undefined) moved.addGone(move, part, walk.place);
    offset += len;
  }
  walk.taken += range.len;
}
function losePiece(walk: Walk, piece: Piece, leavesEmptyBlock: boolean): void {
  const { moved, move, place, source, cause } = walk;
  const { range, text, attributes, state } = piece;
  const block = blockOf(source);
  const isLive = state === 'live';
  walk.lost.push({
    letters: range,
    text,
    attributes,
    formats: {},
    place,
    isLive,
    move,
    cause,
    block,
    leavesEmptyBlock,
  });
  if (place !== undefined) moved.addGone(move, range, place);
  walk.place = behind(offsetId(range, range.len - 1));
}
/** Whether all that is left of a block of another type is text that moves: undo leaves a block with text of others. */
function leavesEmptyBlock({ source: { text, isDeleted }, pieces, target, takesRest }: Walk): boolean {
  const isFirst = pieces.find(({ state }) => state !== 'gone')?.state === 'taken';
  return !isDeleted && isFirst && takesRest && blockNameOf(text) !== blockNameOf(target.run.text);
}
function walkPieces(walk: Walk): void {
  const { source, pieces, target, moved, move, takesRest } = walk;
  const last = target.ids.findLastIndex((id) => id !== undefined);
  const isEmptied = leavesEmptyBlock(walk);
  for (const piece of pieces) {
    const isInside = walk.place !== undefined && (source.isDeleted || takesRest || walk.taken <= last);
    if (piece.state === 'taken') takePiece(walk, piece);
    else if (piece.state === 'lost') losePiece(walk, piece, false);
    else if (piece.state === 'live' && isInside && !piece.isNew) losePiece(walk, piece, isEmptied);
    else if (piece.state === 'gone' && walk.place !== undefined) moved.addGone(move, piece.range, walk.place);
  }
}

/** Text of others in a block that was deleted and not moved. */
function loseDeleted({
  source,
  pieces,
  moved,
  move,
  cause,
  lost,
}: Omit<Walk, 'target' | 'takesRest' | 'place' | 'taken'>): void {
  const block = blockOf(source);
  // there is no such place any more, but what follows these characters was lost by this change
  const place: Place = { id: idOfText(source), side: 'start' };
  for (const { state, range, text, attributes } of pieces) {
    moved.addGone(move, range, place);
    if (state !== 'lost') continue;
    lost.push({
      ...{ letters: range, text, attributes, formats: {}, place: undefined },
      ...{ isLive: false, move, cause, block, leavesEmptyBlock: false },
    });
  }
}
const idOfText = ({ text }: SourceText): ID => text._item?.id ?? createID(0, 0);
/** Something that the author of the update deleted. */
function findCause(source: SourceText, pieces: readonly Piece[], { known }: WatchedChange): ID {
  const first = pieces.find(({ state }) => state === 'taken');
  if (first !== undefined) return offsetId(first.range, 0);
  const around = [idOfText(source), ...itemsAround(source.text).map(({ id }) => id)];
  return around.find((id) => isDeleted(known, id)) ?? idOfText(source);
}

/** What is typed at the deleted characters of an emptied text is lost by the change that deletes the text. */
function rememberEmptyText(
  text: XmlText,
  { change, moved, move }: Pick<Walk, 'moved' | 'move'> & Pick<Reader, 'change'>,
) {
  const place: Place = { id: text._item?.id ?? createID(0, 0), side: 'start' };
  for (const { range } of listPieces(text, change)) {
    moved.addGone(move, range, place);
    moved.reassign(move, range);
  }
}

/** Remembers what the update moved; returns the text of others that did not move with it. */
export function findLostText(change: WatchedChange, moved: MovedText, started: Readonly<Move>): readonly LostText[] {
  const lost: LostText[] = [];
  const runs = findNewRuns(change);
  const reader: Reader = { change, runs, used: new Set(), compared: 0 };
  let move: Move | undefined;
  const sources = findSources(change);
  for (const source of sources) {
    if (!source.isDeleted && !runs.some(({ isNewText }) => isNewText)) continue;
    const pieces = listPieces(source.text, change);
    const taken = pieces.map(({ state, text }) => (state === 'taken' ? text : '')).join('');
    const cause = findCause(source, pieces, change);
    const target = findTarget(reader, source, taken);
    if (target === undefined && !source.isDeleted) continue;
    move ??= moved.begin({ ...started, inserted: runs[0]?.ids[0] });
    if (target === undefined) {
      loseDeleted({ source, pieces, moved, move, cause, lost });
      continue;
    }
    const { client, clock } = idOfText(source);
    if (source.isDeleted) moved.addGone(move, { client, clock, len: 1 }, target.start);
    const takesRest = source.isDeleted || isBeside(source.text, target.run, change.transaction);
    const place = source.isDeleted ? target.start : undefined;
    walkPieces({ moved, move, lost, source, pieces, target, takesRest, cause, place, taken: 0 });
  }
  for (const text of findDeletedEmptyTexts(change, sources)) {
    move ??= moved.begin({ ...started, inserted: runs[0]?.ids[0] });
    rememberEmptyText(text, { change, moved, move });
  }
  return lost;
}

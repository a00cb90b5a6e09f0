/** What a reader must be told of missed changes: membership before the first and after the last decide, nothing else. */
import { SYSTEM } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { Column, StoredRow } from '../../common/entity/meta';
import { project } from '../../common/entity/project';
import type { Change } from '../../common/protocol/live';
import type { LoggedChange } from './log';

/** One reader's window on an entity: which rows, and which columns of them. Equal classes share projections. */
export interface View {
  readonly entity: AnyEntity;
  readonly klass: string;
  readonly inside: (row: StoredRow) => boolean;
  /** Readable columns whose values travel. */
  readonly columns: readonly Column[];
  /** Readable columns too long to travel. */
  readonly longs: readonly Column[];
  /** Whether readers may know who changed a row. */
  readonly named: boolean;
  /** The row with what is said in the language of its readers, for entities that have such texts. */
  readonly worded?: (row: StoredRow) => StoredRow;
  /** The field whose value frames carry as the row's id, where it is not the id itself. */
  readonly idField?: string;
}

/** All changes of one row in a range of the log, folded into one. */
export interface Missed {
  readonly id: number;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
  /** Columns some of the changes touched. One that was changed and changed back counts: a reader may hold what was between. */
  readonly keys: ReadonlySet<string>;
  readonly last: LoggedChange;
  /** Revision before the first of them. */
  readonly was: number;
  /** Projections by class, made once however many topics ask. */
  readonly memo: Map<string, Change>;
}

/** The row as it was before a change; null when there was none. */
export const imageBefore = (change: LoggedChange): StoredRow | null => {
  if (change.op === 'c') return null;
  return change.img === null ? change.prev : { ...change.img, ...change.prev };
};
const missedOf = (first: LoggedChange, last: LoggedChange, touched: Iterable<string>): Missed => {
  const before = imageBefore(first);
  return {
    id: last.eid,
    was: first.ver - 1,
    before,
    after: last.img,
    keys: new Set(before === null || last.img === null ? [] : touched),
    last,
    memo: new Map(),
  };
};

/** Folds changes of one entity, oldest first, into one per row. */
export function compact(changes: readonly LoggedChange[]): ReadonlyMap<number, Missed> {
  const grouped = new Map<number, [LoggedChange, ...LoggedChange[]]>();
  for (const change of changes) {
    const known = grouped.get(change.eid);
    if (known === undefined) grouped.set(change.eid, [change]);
    else known.push(change);
  }
  const missed = new Map<number, Missed>();
  for (const [id, all] of grouped) {
    const last = all.at(-1) ?? all[0];
    const touched = all.flatMap((change) => (change.prev === null ? [] : Object.keys(change.prev)));
    missed.set(id, missedOf(all[0], last, touched));
  }
  return missed;
}

const gone = (missed: Missed): boolean =>
  missed.after === null || (typeof missed.after['delete_time'] === 'number' && missed.before?.['delete_time'] === null);

/** What the house does by itself, such as a balance that follows its entries, has no author. */
const authorOf = ({ actor, actor_name }: LoggedChange) =>
  actor === SYSTEM.realm ? {} : { by: { id: actor, name: actor_name } };

const envelope = (view: View, { last, before, after }: Missed) => ({
  id: view.idField === undefined ? last.eid : Number((after ?? before)?.[view.idField]),
  v: last.ver,
  ...(view.named ? authorOf(last) : {}),
  // the key of a request that staff sent is theirs, too
  ...(last.mid === null || view.idField !== undefined ? {} : { mid: last.mid }),
  at: last.at,
});

const wordedIn = ({ worded }: View, row: StoredRow): StoredRow => worded?.(row) ?? row;

function entered(view: View, missed: Missed, after: StoredRow): Change {
  const long = view.longs.filter((column) => after[column.name] != null).map((column) => column.name);
  const row = project(view.entity, wordedIn(view, after), view.columns);
  return { op: 'enter', ...envelope(view, missed), row, ...(long.length > 0 ? { long } : {}) };
}

const NOTHING_READABLE = Symbol('nothing readable');
function updated(view: View, missed: Missed, after: StoredRow): Change | typeof NOTHING_READABLE {
  const columns = view.columns.filter((column) => missed.keys.has(column.name));
  const long = view.longs.filter((column) => missed.keys.has(column.name)).map((column) => column.name);
  if (columns.length === 0 && long.length === 0) return NOTHING_READABLE;
  const set = project(view.entity, wordedIn(view, after), columns);
  return { op: 'u', ...envelope(view, missed), was: missed.was, set, ...(long.length > 0 ? { long } : {}) };
}

const remembered = (view: View, missed: Missed, kind: string, make: () => Change): Change => {
  const key = kind + view.klass;
  const known = missed.memo.get(key);
  if (known !== undefined) return known;
  const made = make();
  missed.memo.set(key, made);
  return made;
};

/**
 * The table of every list: outside → inside `enter`, inside → inside `u`, inside → outside `leave`, or `del` when the row
 * was deleted; outside → outside nothing. A row that leaves tells its id and not one value.
 */
export function changeFor(view: View, missed: Missed): Change | undefined {
  const { before, after } = missed;
  const was = before !== null && view.inside(before);
  const is = after !== null && view.inside(after);
  if (!was && !is) return undefined;
  if (!is) return { op: gone(missed) ? 'del' : 'leave', ...envelope(view, missed) };
  if (!was) return remembered(view, missed, 'enter:', () => entered(view, missed, after));
  const known = missed.memo.get('u:' + view.klass);
  if (known !== undefined) return known;
  const made = updated(view, missed, after);
  if (made === NOTHING_READABLE) return undefined;
  missed.memo.set('u:' + view.klass, made);
  return made;
}

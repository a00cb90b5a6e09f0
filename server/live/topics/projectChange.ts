/**
 * Makes the change that a subscriber receives: `insert`, `update` or `remove`, by whether the row matched the subscriber's filter and
 * permissions before the first and after the last change, with the columns that the subscriber reads.
 */
import { SYSTEM } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Column, StoredRow } from '../../../common/entity/columns';
import { projectRow } from '../../../common/entity/projectRow';
import { FIELDS_CHANGED, type Change } from '../../../common/protocol/liveEvents';
import { CHANGE_OPS, type LoggedChange } from '../log/changeLog';

/** The rows and columns of an entity that a subscriber sees. Equal keys share projections. */
export interface Projection {
  readonly entity: AnyEntity;
  readonly projectionKey: string;
  readonly matches: (row: StoredRow) => boolean;
  /** Readable columns whose values are sent. */
  readonly columns: readonly Column[];
  /** Readable columns whose values are too long to be sent. */
  readonly longColumns: readonly Column[];
  /** Whether subscribers see who changed a row. */
  readonly showsAuthor: boolean;
  /** Translates texts of the row to the language of the subscribers, for entities with such texts. */
  readonly localize?: (row: StoredRow) => StoredRow;
  /** The field whose value is sent as the id of the row; absent when that is `id`. */
  readonly idField?: string;
}

/** All changes of one row in a range of the log, folded into one. */
export interface FoldedChange {
  readonly id: number;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
  /** The changed columns. A column that was changed back counts too: a client may have received the value in between. */
  readonly changedColumns: ReadonlySet<string>;
  readonly last: LoggedChange;
  /** The revision before the first change. */
  readonly baseRevision: number;
  /** Projections by key, computed once for all topics. */
  readonly projected: Map<string, Change>;
}

/** The row before a change; null when there was none. */
export const reconstructRowBefore = (change: LoggedChange): StoredRow | null => {
  if (change.op === CHANGE_OPS.created) return null;
  return change.image === null ? change.previousValues : { ...change.image, ...change.previousValues };
};
const foldRow = (first: LoggedChange, last: LoggedChange, touched: Iterable<string>): FoldedChange => {
  const before = reconstructRowBefore(first);
  return {
    id: last.rowId,
    baseRevision: first.revision - 1,
    before,
    after: last.image,
    changedColumns: new Set(before === null || last.image === null ? [] : touched),
    last,
    projected: new Map(),
  };
};

/** Folds changes of one entity, oldest first, into one per row. */
export function foldChanges(changes: readonly LoggedChange[]): ReadonlyMap<number, FoldedChange> {
  const grouped = new Map<number, [LoggedChange, ...LoggedChange[]]>();
  for (const change of changes) {
    const group = grouped.get(change.rowId);
    if (group === undefined) grouped.set(change.rowId, [change]);
    else group.push(change);
  }
  const folded = new Map<number, FoldedChange>();
  for (const [id, all] of grouped) {
    const last = all.at(-1) ?? all[0];
    const touched = all.flatMap((change) => (change.previousValues === null ? [] : Object.keys(change.previousValues)));
    folded.set(id, foldRow(all[0], last, touched));
  }
  return folded;
}

const isDeleted = (folded: FoldedChange): boolean =>
  folded.after === null || (typeof folded.after['delete_time'] === 'number' && folded.before?.['delete_time'] === null);

/** Changes of the system itself, such as a balance that follows its entries, have no author. */
const getAuthor = ({ actor, actorName }: LoggedChange) =>
  actor === SYSTEM.kind ? {} : { by: { id: actor, name: actorName } };

const buildEnvelope = (projection: Projection, { last, before, after }: FoldedChange) => ({
  id: projection.idField === undefined ? last.rowId : Number((after ?? before)?.[projection.idField]),
  v: last.revision,
  ...(projection.showsAuthor ? getAuthor(last) : {}),
  // Only members get rows by a public id; they do not receive the idempotency keys of requests of staff.
  ...(last.idempotencyKey === null || projection.idField !== undefined ? {} : { mid: last.idempotencyKey }),
  at: last.at,
});

const localizeRow = ({ localize }: Projection, row: StoredRow): StoredRow => localize?.(row) ?? row;

function buildEnter(projection: Projection, folded: FoldedChange, after: StoredRow): Change {
  const long = projection.longColumns.filter((column) => after[column.name] != null).map((column) => column.name);
  const row = projectRow(projection.entity, localizeRow(projection, after), projection.columns);
  return { op: 'enter', ...buildEnvelope(projection, folded), row, ...(long.length > 0 ? { long } : {}) };
}

const NOTHING_READABLE = Symbol('nothing readable');
function buildUpdate(projection: Projection, folded: FoldedChange, after: StoredRow): Change | typeof NOTHING_READABLE {
  const columns = projection.columns.filter((column) => folded.changedColumns.has(column.name));
  const long = projection.longColumns
    .filter((column) => folded.changedColumns.has(column.name))
    .map((column) => column.name);
  if (columns.length === 0 && long.length === 0) return NOTHING_READABLE;
  const set = projectRow(projection.entity, localizeRow(projection, after), columns);
  return {
    op: FIELDS_CHANGED,
    ...buildEnvelope(projection, folded),
    was: folded.baseRevision,
    set,
    ...(long.length > 0 ? { long } : {}),
  };
}

const memoize = (projection: Projection, folded: FoldedChange, kind: string, make: () => Change): Change => {
  const key = kind + projection.projectionKey;
  const cached = folded.projected.get(key);
  if (cached !== undefined) return cached;
  const change = make();
  folded.projected.set(key, change);
  return change;
};

/**
 * The operation for a list: outside → inside `enter`, inside → inside `u`, inside → outside `leave`, or `del` when the row
 * was deleted; outside → outside nothing. `leave` and `del` contain no values.
 */
export function projectChange(projection: Projection, folded: FoldedChange): Change | undefined {
  const { before, after } = folded;
  const wasInside = before !== null && projection.matches(before);
  const isInside = after !== null && projection.matches(after);
  if (!wasInside && !isInside) return undefined;
  if (!isInside) return { op: isDeleted(folded) ? 'del' : 'leave', ...buildEnvelope(projection, folded) };
  if (!wasInside) return memoize(projection, folded, 'enter:', () => buildEnter(projection, folded, after));
  const cached = folded.projected.get('u:' + projection.projectionKey);
  if (cached !== undefined) return cached;
  const update = buildUpdate(projection, folded, after);
  if (update === NOTHING_READABLE) return undefined;
  folded.projected.set('u:' + projection.projectionKey, update);
  return update;
}

/** Computes what readers must receive from whole table states, slowly and plainly. */
import { grantedRows, hasPermission, readableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { createComparator, compileFilter, quickSearchFilter } from '../../../common/query/compileFilter';
import type { StoredRow } from '../../../common/entity/columns';
import { projectRow } from '../../../common/entity/projectRow';
import type { Change, ChangeFrame, TopicSpec } from '../../../common/protocol/liveEvents';

export type TableState = ReadonlyMap<number, StoredRow>;
type WireRow = Readonly<Record<string, Json>>;
export type ListSpec = Extract<TopicSpec, { k: 'list' }>;

const shortColumns = (actor: Actor, entity: AnyEntity) =>
  readableColumns(actor, entity).filter((column) => !column.long);

/** The rows of a list as a GET returns them, without long columns. */
export function expectedList(actor: Actor, entity: AnyEntity, spec: ListSpec, state: TableState): readonly WireRow[] {
  const granted = grantedRows(actor, entity, 'read') ?? { some: [] };
  const quick = quickSearchFilter(entity, spec.q ?? '', readableColumns(actor, entity));
  const matches = compileFilter(entity, { all: [granted, spec.where, quick] });
  const includesDeleted =
    JSON.stringify(spec.where).includes('"delete_time"') && hasPermission(actor, `${entity.name}/restore`);
  const rows = [...state.values()].filter(
    (row) => (includesDeleted || (row['delete_time'] ?? null) === null) && matches(row),
  );
  return rows
    .sort(createComparator(entity, spec.sort))
    .map((row) => projectRow(entity, row, shortColumns(actor, entity)));
}

interface ExpectedChange {
  readonly op: Change['op'];
  readonly id: number;
  readonly row?: WireRow;
  readonly set?: WireRow;
  readonly long?: readonly string[];
}
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Columns that one of the steps changed: a reader may hold a value in between, even when it was changed back. */
function changedColumns(
  entity: AnyEntity,
  actor: Actor,
  rowStates: readonly (StoredRow | undefined)[],
): ReadonlySet<string> {
  const columns = readableColumns(actor, entity);
  const visibleRows = rowStates.map((row) => row && projectRow(entity, row, columns));
  const hasChanged = (name: string) =>
    visibleRows.some((row, index) => {
      const before = visibleRows[index - 1];
      return row !== undefined && before !== undefined && !isEqual(row[name], before[name]);
    });
  return new Set(columns.map((column) => column.name).filter(hasChanged));
}

function expectedChange(
  entity: AnyEntity,
  actor: Actor,
  rowStates: readonly (StoredRow | undefined)[],
  membership: readonly [boolean, boolean],
): ExpectedChange | undefined {
  const [before, after] = [rowStates[0], rowStates.at(-1)];
  const id = Number((after ?? before)?.['id']);
  const [wasInList, isInList] = membership;
  if (!isInList) {
    const deleted =
      after === undefined || ((after['delete_time'] ?? null) !== null && (before?.['delete_time'] ?? null) === null);
    return wasInList ? { op: deleted ? 'del' : 'leave', id } : undefined;
  }
  const columns = readableColumns(actor, entity);
  const short = columns.filter((column) => !column.long);
  const longs = columns.filter((column) => column.long).map((column) => column.name);
  const row = projectRow(entity, after ?? {}, short);
  if (!wasInList) {
    const long = longs.filter((name) => (after?.[name] ?? null) !== null);
    return { op: 'enter', id, row, ...(long.length > 0 ? { long } : {}) };
  }
  const hasChanged = changedColumns(entity, actor, rowStates);
  const set = Object.fromEntries(Object.entries(row).filter(([name]) => hasChanged.has(name)));
  const long = longs.filter((name) => hasChanged.has(name));
  if (Object.keys(set).length === 0 && long.length === 0) return undefined;
  return { op: 'u', id, set, ...(long.length > 0 ? { long } : {}) };
}

/** All changes that one topic must publish for the states from the one its readers know to the newest. */
export function expectedChangesFor(
  actor: Actor,
  entity: AnyEntity,
  spec: TopicSpec,
  states: readonly [TableState, ...TableState[]],
): readonly ExpectedChange[] {
  const idsInList = (state: TableState): ReadonlySet<number> => {
    const list: ListSpec = spec.k === 'list' ? spec : { k: 'list', e: spec.e, where: { all: [] }, sort: [] };
    const ids = expectedList(actor, entity, list, state).map((row) => Number(row['id']));
    return new Set(spec.k === 'row' ? ids.filter((id) => id === spec.id) : ids);
  };
  const [wasInList, isInList] = [idsInList(states[0]), idsInList(states.at(-1) ?? states[0])];
  const ids = [...new Set([...wasInList, ...isInList])].sort((a, b) => a - b);
  const getStates = (id: number) => states.map((state) => state.get(id));
  return ids
    .map((id) => expectedChange(entity, actor, getStates(id), [wasInList.has(id), isInList.has(id)]))
    .filter((change) => change !== undefined);
}

const toExpectedChange = ({ op, id, row, set, long }: Change): ExpectedChange => ({
  op,
  id,
  ...(row === undefined ? {} : { row }),
  ...(set === undefined ? {} : { set }),
  ...(long === undefined ? {} : { long }),
});
const sortedRow = (row: WireRow | undefined) =>
  row === undefined ? undefined : Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
const sortChanges = (all: readonly ExpectedChange[]) =>
  [...all]
    .sort((a, b) => a.id - b.id)
    .map((change) => ({ ...change, row: sortedRow(change.row), set: sortedRow(change.set) }));

/** A frame and the expected one in a comparable form; counted new rows are compared by their number. */
export function compareFrame(frame: Pick<ChangeFrame, 'c' | 'n'>, expectedChanges: readonly ExpectedChange[]) {
  const isCounted = frame.n !== undefined;
  const listed = expectedChanges.filter((change) => !(isCounted && change.op === 'enter'));
  return {
    is: { changes: sortChanges(frame.c.map(toExpectedChange)), enter: frame.n?.enter ?? 0 },
    should: { changes: sortChanges(listed), enter: expectedChanges.length - listed.length },
  };
}

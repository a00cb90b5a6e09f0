/** What readers must be told, computed the slow and plain way from whole states of the world. */
import { grantedRows, holds, readableColumns, type Actor } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { comparator, matcher, quickFilter } from '../../common/entity/match';
import type { StoredRow } from '../../common/entity/meta';
import { project } from '../../common/entity/project';
import type { Change, ChangeFrame, TopicSpec } from '../../common/protocol/live';

export type State = ReadonlyMap<number, StoredRow>;
type Wire = Readonly<Record<string, Json>>;
export type ListSpec = Extract<TopicSpec, { k: 'list' }>;

const shortColumns = (actor: Actor, entity: AnyEntity) =>
  readableColumns(actor, entity).filter((column) => !column.long);

/** The rows of a list as a fresh GET would give them, long columns left out. */
export function freshList(actor: Actor, entity: AnyEntity, spec: ListSpec, state: State): readonly Wire[] {
  const granted = grantedRows(actor, entity, 'read') ?? { some: [] };
  const quick = quickFilter(entity, spec.q ?? '', readableColumns(actor, entity));
  const inside = matcher(entity, { all: [granted, spec.where, quick] });
  const bin = JSON.stringify(spec.where).includes('"delete_time"') && holds(actor, `${entity.name}/restore`);
  const rows = [...state.values()].filter((row) => (bin || (row['delete_time'] ?? null) === null) && inside(row));
  return rows.sort(comparator(entity, spec.sort)).map((row) => project(entity, row, shortColumns(actor, entity)));
}

interface Told {
  readonly op: Change['op'];
  readonly id: number;
  readonly row?: Wire;
  readonly set?: Wire;
  readonly long?: readonly string[];
}
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Columns whose value one of the steps changed: a reader may hold what was between, though it is now as it was before. */
function touched(entity: AnyEntity, actor: Actor, steps: readonly (StoredRow | undefined)[]): ReadonlySet<string> {
  const columns = readableColumns(actor, entity);
  const seen = steps.map((row) => row && project(entity, row, columns));
  const moved = (name: string) =>
    seen.some((row, at) => {
      const before = seen[at - 1];
      return row !== undefined && before !== undefined && !same(row[name], before[name]);
    });
  return new Set(columns.map((column) => column.name).filter(moved));
}

function told(
  entity: AnyEntity,
  actor: Actor,
  steps: readonly (StoredRow | undefined)[],
  sides: readonly [boolean, boolean],
): Told | undefined {
  const [before, after] = [steps[0], steps.at(-1)];
  const id = Number((after ?? before)?.['id']);
  const [was, is] = sides;
  if (!is) {
    const deleted =
      after === undefined || ((after['delete_time'] ?? null) !== null && (before?.['delete_time'] ?? null) === null);
    return was ? { op: deleted ? 'del' : 'leave', id } : undefined;
  }
  const columns = readableColumns(actor, entity);
  const short = columns.filter((column) => !column.long);
  const longs = columns.filter((column) => column.long).map((column) => column.name);
  const row = project(entity, after ?? {}, short);
  if (!was) {
    const long = longs.filter((name) => (after?.[name] ?? null) !== null);
    return { op: 'enter', id, row, ...(long.length > 0 ? { long } : {}) };
  }
  const moved = touched(entity, actor, steps);
  const set = Object.fromEntries(Object.entries(row).filter(([name]) => moved.has(name)));
  const long = longs.filter((name) => moved.has(name));
  if (Object.keys(set).length === 0 && long.length === 0) return undefined;
  return { op: 'u', id, set, ...(long.length > 0 ? { long } : {}) };
}

/** Everything one topic must be told of the states from the one its readers know to the newest, with all between them. */
export function expected(
  actor: Actor,
  entity: AnyEntity,
  spec: TopicSpec,
  states: readonly [State, ...State[]],
): readonly Told[] {
  const inList = (state: State): ReadonlySet<number> => {
    const list: ListSpec = spec.k === 'list' ? spec : { k: 'list', e: spec.e, where: { all: [] }, sort: [] };
    const ids = freshList(actor, entity, list, state).map((row) => Number(row['id']));
    return new Set(spec.k === 'row' ? ids.filter((id) => id === spec.id) : ids);
  };
  const [was, is] = [inList(states[0]), inList(states.at(-1) ?? states[0])];
  const ids = [...new Set([...was, ...is])].sort((a, b) => a - b);
  const stepsOf = (id: number) => states.map((state) => state.get(id));
  return ids
    .map((id) => told(entity, actor, stepsOf(id), [was.has(id), is.has(id)]))
    .filter((one) => one !== undefined);
}

const essence = ({ op, id, row, set, long }: Change): Told => ({
  ...{ op, id },
  ...(row === undefined ? {} : { row }),
  ...(set === undefined ? {} : { set }),
  ...(long === undefined ? {} : { long }),
});
const sorted = (row: Wire | undefined) =>
  row === undefined ? undefined : Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
const plain = (all: readonly Told[]) =>
  [...all].sort((a, b) => a.id - b.id).map((one) => ({ ...one, row: sorted(one.row), set: sorted(one.set) }));

/** A frame and what it should have been, in one comparable form; counted newcomers are compared by number. */
export function compareFrame(frame: Pick<ChangeFrame, 'c' | 'n'>, should: readonly Told[]) {
  const counted = frame.n !== undefined;
  const kept = should.filter((one) => !(counted && one.op === 'enter'));
  return {
    is: { changes: plain(frame.c.map(essence)), enter: frame.n?.enter ?? 0 },
    should: { changes: plain(kept), enter: should.length - kept.length },
  };
}

/** Marks the blocking schema changes: those that lock the table instead of running online. */
import type { SchemaChange } from '../../../common/designer/design';
import type { AnyEntity } from '../../../common/entity/entity';
import { blocksOnColumnChange } from '../../engine/schema/onlineDdl';
import {
  normalizedColumnName,
  buildTableShape,
  type ColumnShape,
  type TableShape,
} from '../../engine/schema/tableShape';
import type { Rename } from '../schemaChange';

interface MarkedTable {
  readonly dialect: 'sqlite' | 'mariadb';
  /** The table as it is; undefined for a new one. */
  readonly current: TableShape | undefined;
  readonly to: AnyEntity;
  readonly renames: readonly Rename[];
}

/** Kinds of changes that lock the whole table. SQLite builds an index and drops a column in one transaction. */
const BLOCKING_KINDS = { sqlite: ['indexed', 'lost'], mariadb: [] as readonly string[] } as const;

/** Sets `waits` on the changes during which other requests wait for the table; an empty table has none. */
export function markBlockingChanges(
  changes: readonly SchemaChange[],
  rows: number,
  table: MarkedTable,
): readonly SchemaChange[] {
  const { current, dialect } = table;
  if (current === undefined || rows === 0) return changes;
  const kinds: readonly string[] = BLOCKING_KINDS[dialect];
  const isBlocking = (change: SchemaChange) =>
    kinds.includes(change.kind) || (change.name !== undefined && blocksTable(table, current, change.name));
  return changes.map((change) => (isBlocking(change) ? { ...change, waits: true } : change));
}

/** Whether the change of a column or of its normalized copy locks the table. */
function blocksTable({ dialect, to, renames }: MarkedTable, current: TableShape, name: string): boolean {
  const former = renames.find((rename) => rename.to === name)?.from ?? name;
  const [before, after] = [columnsByName(current), columnsByName(buildTableShape(to))];
  const pairs = [
    [before.get(former), after.get(name)],
    [before.get(normalizedColumnName(former)), after.get(normalizedColumnName(name))],
  ];
  return pairs.some(
    ([from, next]) => from !== undefined && next !== undefined && blocksOnColumnChange(dialect, from, next),
  );
}

const columnsByName = ({ columns }: TableShape): ReadonlyMap<string, ColumnShape> =>
  new Map(columns.map((column) => [column.name, column]));

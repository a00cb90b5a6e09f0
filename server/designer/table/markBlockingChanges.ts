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

/** SQLite builds an index, and writes a table without a column, in one go. */
const WAITING_KINDS = { sqlite: ['indexed', 'lost'], mariadb: [] as readonly string[] } as const;

/** The changes with `waits` where others wait; none of a table without rows. */
export function markBlockingChanges(
  changes: readonly SchemaChange[],
  rows: number,
  table: MarkedTable,
): readonly SchemaChange[] {
  const { current, dialect } = table;
  if (current === undefined || rows === 0) return changes;
  const kinds: readonly string[] = WAITING_KINDS[dialect];
  const isWaiting = (change: SchemaChange) =>
    kinds.includes(change.kind) || (change.name !== undefined && getBlocksOnChange(table, current, change.name));
  return changes.map((change) => (isWaiting(change) ? { ...change, waits: true } : change));
}

/** Whether others wait while a column or its normalized copy changes. */
function getBlocksOnChange({ dialect, to, renames }: MarkedTable, current: TableShape, name: string): boolean {
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

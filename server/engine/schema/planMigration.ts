/** Plans a migration from one schema to another as ordered steps; `ddl.ts` turns them into SQL. */
import type { ColumnShape, IndexShape, TableShape } from './tableShape';

export type MigrationStep =
  | { readonly do: 'create_table'; readonly table: TableShape }
  | { readonly do: 'add_column'; readonly table: string; readonly column: ColumnShape }
  /** `table` is its shape after the step, `columns` are those that change. */
  | {
      readonly do: 'change_columns';
      readonly table: TableShape;
      readonly columns: readonly ColumnShape[];
    }
  /** Changes only the order: `table` has its columns and indexes in the new order, `columns` and `indexes` are those that move. */
  | {
      readonly do: 'order_table';
      readonly table: TableShape;
      readonly columns: readonly ColumnShape[];
      readonly indexes: readonly IndexShape[];
    }
  | { readonly do: 'rename_column'; readonly table: string; readonly from: string; readonly to: string }
  | { readonly do: 'drop_column'; readonly table: string; readonly column: string }
  | { readonly do: 'create_index' | 'drop_index'; readonly table: TableShape; readonly index: IndexShape }
  | { readonly do: 'add_append_only_triggers' | 'drop_append_only_triggers'; readonly table: TableShape }
  | { readonly do: 'drop_table'; readonly table: string };

export interface PlanOptions {
  /** Whether tables and columns that no definition declares may be dropped with their data. */
  readonly allowDrops: boolean;
}

/** The steps that turn `current` into `target`. */
export function planMigration(
  current: readonly TableShape[],
  target: readonly TableShape[],
  { allowDrops }: PlanOptions,
): MigrationStep[] {
  const before = new Map(current.map((table) => [table.name, table]));
  const targetNames = new Set(target.map((table) => table.name));
  const steps = target.flatMap((table): MigrationStep[] => {
    const existing = before.get(table.name);
    return existing ? diffTable(existing, table, allowDrops) : [{ do: 'create_table', table }];
  });
  const dropped = allowDrops ? current.filter((table) => !targetNames.has(table.name)) : [];
  return [...steps, ...dropped.map((table): MigrationStep => ({ do: 'drop_table', table: table.name }))];
}

function diffTable(from: TableShape, to: TableShape, allowDrops: boolean): MigrationStep[] {
  if (from.primary !== to.primary || from.auto !== to.auto) {
    throw new Error(`the primary key of ${to.name} cannot be changed by a plan`);
  }
  const table = to.name;
  const existing = new Map(from.columns.map((column) => [column.name, column]));
  const targetNames = new Set(to.columns.map((column) => column.name));
  const added = to.columns.filter((column) => !existing.has(column.name));
  const dropped = allowDrops ? from.columns.filter((column) => !targetNames.has(column.name)) : [];
  const changed = to.columns.filter((column) => {
    const previous = existing.get(column.name);
    return previous !== undefined && !sameColumn(previous, column);
  });
  const undeclared = from.columns.filter((column) => !targetNames.has(column.name) && !dropped.includes(column));
  const removedIndexes = indexesMissingFrom(to.indexes, from.indexes);
  const remainingIndexes = from.indexes.filter((index) => !removedIndexes.includes(index));
  const isRetentionChanged = from.keptMs !== to.keptMs;
  const intermediate = {
    ...to,
    columns: [...to.columns, ...undeclared, ...dropped],
    indexes: remainingIndexes,
    appendOnly: from.appendOnly && !isRetentionChanged,
  };
  return [
    ...(from.appendOnly && (!to.appendOnly || isRetentionChanged)
      ? [{ do: 'drop_append_only_triggers', table: to } as const]
      : []),
    ...removedIndexes.map((index) => ({ do: 'drop_index', table: to, index }) as const),
    ...added.map((column) => ({ do: 'add_column', table, column }) as const),
    ...(changed.length > 0 ? [{ do: 'change_columns', table: intermediate, columns: changed } as const] : []),
    ...dropped.map((column) => ({ do: 'drop_column', table, column: column.name }) as const),
    ...indexesMissingFrom(from.indexes, to.indexes).map((index) => ({ do: 'create_index', table: to, index }) as const),
    ...(to.appendOnly && (!from.appendOnly || isRetentionChanged)
      ? [{ do: 'add_append_only_triggers', table: to } as const]
      : []),
  ];
}

const sameColumn = (a: ColumnShape, b: ColumnShape) =>
  a.type === b.type && a.notNull === b.notNull && a.default === b.default;
const sameIndex = (a: IndexShape, b: IndexShape) =>
  a.name === b.name && a.unique === b.unique && a.columns.join() === b.columns.join();
/** The indexes of `all` that `some` does not contain in the same form. */
const indexesMissingFrom = (some: readonly IndexShape[], all: readonly IndexShape[]) =>
  all.filter((index) => !some.some((other) => sameIndex(index, other)));

/** The name of the table that a step changes. */
export const getStepTable = ({ table }: MigrationStep): string => (typeof table === 'string' ? table : table.name);

/** A step as text, for the log and for error messages. */
export function describeStep(step: MigrationStep): string {
  switch (step.do) {
    case 'create_table':
      return `create table ${step.table.name}`;
    case 'add_column':
      return `add column ${step.table}.${step.column.name}`;
    case 'change_columns':
      return `change ${step.columns.map((column) => `${step.table.name}.${column.name}`).join(', ')}`;
    case 'order_table':
      return `order ${[...step.columns, ...step.indexes].map(({ name }) => name).join(', ')} of ${step.table.name}`;
    case 'rename_column':
      return `rename column ${step.table}.${step.from} to ${step.to}`;
    case 'drop_column':
      return `drop column ${step.table}.${step.column}`;
    case 'create_index':
    case 'drop_index':
      return `${step.do === 'create_index' ? 'create' : 'drop'} index ${step.index.name}`;
    case 'add_append_only_triggers':
    case 'drop_append_only_triggers':
      return `${step.do === 'add_append_only_triggers' ? 'add' : 'drop'} append-only triggers of ${step.table.name}`;
    case 'drop_table':
      return `drop table ${step.table}`;
  }
}

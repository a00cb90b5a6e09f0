/** The way from one schema to another as ordered steps; data until `ddl.ts` puts them into a database's words. */
import type { ColumnShape, IndexShape, TableShape } from './tableShape';

export type MigrationStep =
  | { readonly do: 'create_table'; readonly table: TableShape }
  | { readonly do: 'add_column'; readonly table: string; readonly column: ColumnShape }
  /** `table` as it is after the step, `columns` those that change. */
  | {
      readonly do: 'change_columns';
      readonly table: TableShape;
      readonly columns: readonly ColumnShape[];
    }
  | { readonly do: 'drop_column'; readonly table: string; readonly column: string }
  | { readonly do: 'create_index' | 'drop_index'; readonly table: TableShape; readonly index: IndexShape }
  | { readonly do: 'close_table' | 'open_table'; readonly table: TableShape }
  | { readonly do: 'drop_table'; readonly table: string };

export interface PlanOptions {
  /** Whether tables and columns that nobody declares any more may go, with what is in them. */
  readonly drops: boolean;
}

/** The steps that turn `current` into `target`. */
export function planMigration(
  current: readonly TableShape[],
  target: readonly TableShape[],
  { drops: dropsAllowed }: PlanOptions,
): MigrationStep[] {
  const before = new Map(current.map((table) => [table.name, table]));
  const wanted = new Set(target.map((table) => table.name));
  const steps = target.flatMap((table): MigrationStep[] => {
    const known = before.get(table.name);
    return known ? changeTable(known, table, dropsAllowed) : [{ do: 'create_table', table }];
  });
  const gone = dropsAllowed ? current.filter((table) => !wanted.has(table.name)) : [];
  return [...steps, ...gone.map((table): MigrationStep => ({ do: 'drop_table', table: table.name }))];
}

function changeTable(from: TableShape, to: TableShape, dropsAllowed: boolean): MigrationStep[] {
  if (from.primary !== to.primary || from.auto !== to.auto) {
    throw new Error(`the primary key of ${to.name} cannot be changed by a plan`);
  }
  const table = to.name;
  const known = new Map(from.columns.map((column) => [column.name, column]));
  const wanted = new Set(to.columns.map((column) => column.name));
  const added = to.columns.filter((column) => !known.has(column.name));
  const gone = dropsAllowed ? from.columns.filter((column) => !wanted.has(column.name)) : [];
  const changed = to.columns.filter((column) => {
    const old = known.get(column.name);
    return old !== undefined && !sameColumn(old, column);
  });
  const kept = from.columns.filter((column) => !wanted.has(column.name) && !gone.includes(column));
  const lost = missingFrom(to.indexes, from.indexes);
  const staying = from.indexes.filter((index) => !lost.includes(index));
  const reopened = from.keptMs !== to.keptMs;
  const between = {
    ...to,
    columns: [...to.columns, ...kept, ...gone],
    indexes: staying,
    appendOnly: from.appendOnly && !reopened,
  };
  return [
    ...(from.appendOnly && (!to.appendOnly || reopened) ? [{ do: 'open_table', table: to } as const] : []),
    ...lost.map((index) => ({ do: 'drop_index', table: to, index }) as const),
    ...added.map((column) => ({ do: 'add_column', table, column }) as const),
    ...(changed.length > 0 ? [{ do: 'change_columns', table: between, columns: changed } as const] : []),
    ...gone.map((column) => ({ do: 'drop_column', table, column: column.name }) as const),
    ...missingFrom(from.indexes, to.indexes).map((index) => ({ do: 'create_index', table: to, index }) as const),
    ...(to.appendOnly && (!from.appendOnly || reopened) ? [{ do: 'close_table', table: to } as const] : []),
  ];
}

const sameColumn = (a: ColumnShape, b: ColumnShape) =>
  a.type === b.type && a.notNull === b.notNull && a.default === b.default;
const sameIndex = (a: IndexShape, b: IndexShape) =>
  a.name === b.name && a.unique === b.unique && a.columns.join() === b.columns.join();
/** Those of `all` that `some` does not have in the same form. */
const missingFrom = (some: readonly IndexShape[], all: readonly IndexShape[]) =>
  all.filter((index) => !some.some((other) => sameIndex(index, other)));

/** A step in a person's words, for the log and for refusals. */
export function describeStep(step: MigrationStep): string {
  switch (step.do) {
    case 'create_table':
      return `create table ${step.table.name}`;
    case 'add_column':
      return `add column ${step.table}.${step.column.name}`;
    case 'change_columns':
      return `change ${step.columns.map((column) => `${step.table.name}.${column.name}`).join(', ')}`;
    case 'drop_column':
      return `drop column ${step.table}.${step.column}`;
    case 'create_index':
    case 'drop_index':
      return `${step.do === 'create_index' ? 'create' : 'drop'} index ${step.index.name}`;
    case 'close_table':
    case 'open_table':
      return `${step.do === 'close_table' ? 'close' : 'open'} table ${step.table.name} to updates and deletes`;
    case 'drop_table':
      return `drop table ${step.table}`;
  }
}

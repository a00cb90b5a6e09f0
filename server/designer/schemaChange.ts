/**
 * Plans an online schema migration (expand and contract): the change of a designed entity's table from one definition to the next. It has two
 * halves, so that the running nodes can always read and write: before the new definition is active the table gains new columns
 * (expand, ALTER TABLE … ADD COLUMN), afterwards it loses unused columns (contract). Every plan starts from the current table, so it can be
 * computed again after a crash.
 */
import type { SchemaChange } from '../../common/designer/design';
import type { AnyEntity } from '../../common/entity/entity';
import { planSql } from '../engine/schema/ddl';
import { planMigration, type MigrationStep } from '../engine/schema/planMigration';
import { buildTableShape, DELETED_ID_COLUMN, type ColumnShape, type TableShape } from '../engine/schema/tableShape';

export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** The renames in the opposite direction. */
export const swapRenames = (renames: readonly Rename[]): readonly Rename[] =>
  renames.map(({ from, to }) => ({ from: to, to: from }));

/** A column and its normalized copy, if the table has one. */
const renamePairs = (renames: readonly Rename[]): ReadonlyMap<string, string> =>
  new Map(renames.flatMap(({ from, to }) => [[from, to] as const, [`${from}_n`, `${to}_n`] as const]));

/** The shape of a table after its columns were renamed; the names of its indexes stay. */
export function renameColumns(table: TableShape, renames: readonly Rename[]): TableShape {
  const names = renamePairs(renames);
  const rename = (name: string) => names.get(name) ?? name;
  return {
    ...table,
    columns: table.columns.map((column) => ({ ...column, name: rename(column.name) })),
    indexes: table.indexes.map((index) => ({ ...index, columns: index.columns.map(rename) })),
  };
}

/** The statements that rename the columns which still have their former name. */
export function planRenames(current: TableShape | undefined, renames: readonly Rename[]): readonly MigrationStep[] {
  const existing = new Set(current?.columns.map(({ name }) => name));
  return [...renamePairs(renames)]
    .filter(([from, to]) => existing.has(from) && !existing.has(to))
    .map(([from, to]) => ({ do: 'rename_column', table: current?.name ?? '', from, to }));
}

/** The renames that have not happened yet. */
function pendingRenames(current: TableShape | undefined, renames: readonly Rename[]): readonly Rename[] {
  const existing = new Set(current?.columns.map(({ name }) => name));
  return renames.filter(({ from, to }) => existing.has(from) && !existing.has(to));
}

/** The maximal length of each text type. */
const TEXT_SIZES: Readonly<Record<string, number>> = { TEXT: 65_535, LONGTEXT: Number.MAX_SAFE_INTEGER };
const textSize = (type: string): number | undefined =>
  TEXT_SIZES[type] ?? (/^VARCHAR\((\d+)\)$/.test(type) ? Number(type.slice('VARCHAR('.length, -1)) : undefined);

/** A column that the table has already and will still have. */
interface RemainingColumn {
  /** Its name in the table as it is. */
  readonly former: string;
  readonly before: ColumnShape;
  readonly after: ColumnShape;
}
/** The columns that remain, under their new names; columns that the engine derives are left out. */
export function findRemainingColumns(
  current: TableShape,
  to: AnyEntity,
  renames: readonly Rename[],
): readonly RemainingColumn[] {
  const formerNames = new Map(renames.map((rename) => [rename.to, rename.from]));
  const existing = new Map(current.columns.map((column) => [column.name, column]));
  return buildTableShape(to).columns.flatMap((after) => {
    const former = formerNames.get(after.name) ?? after.name;
    const before = existing.get(former);
    return before === undefined || after.name.endsWith('_n') ? [] : [{ former, before, after }];
  });
}

/** Whether values of one type can become values of the other without being converted. */
export function isConvertible(from: string, to: string): boolean {
  if (from === to) return true;
  const [size, newSize] = [textSize(from), textSize(to)];
  if (size !== undefined || newSize !== undefined) return size !== undefined && newSize !== undefined;
  return from === 'BIGINT' && to === 'DOUBLE';
}
const isWider = (from: string, to: string): boolean => {
  const [size, newSize] = [textSize(from), textSize(to)];
  return size === undefined || newSize === undefined ? from === 'BIGINT' && to === 'DOUBLE' : newSize > size;
};
/** The greatest number of characters that fit a text column; undefined for other columns and for unlimited ones. */
export function findLengthLimit({ type }: ColumnShape): number | undefined {
  const size = textSize(type);
  return size === undefined || size === Number.MAX_SAFE_INTEGER ? undefined : size;
}

/** The column that takes the values of both. */
const widest = (existing: ColumnShape | undefined, target: ColumnShape): ColumnShape =>
  existing === undefined
    ? target
    : {
        ...target,
        type: isWider(existing.type, target.type) ? target.type : existing.type,
        notNull: existing.notNull && target.notNull,
      };

/** The steps before the definition is active: they only add and widen. */
export function planExpand(
  current: TableShape | undefined,
  to: AnyEntity | null,
  renames: readonly Rename[],
): readonly MigrationStep[] {
  if (to === null) return [];
  // Columns keep their former name until the definition changes.
  const target = renameColumns(buildTableShape(to), swapRenames(pendingRenames(current, renames)));
  if (current === undefined) return planMigration([], [target], { allowDrops: false });
  const existing = new Map(current.columns.map((column) => [column.name, column]));
  const wide = { ...target, columns: target.columns.map((column) => widest(existing.get(column.name), column)) };
  return planMigration([current], [wide], { allowDrops: false });
}

/** The steps after the definition is active: they drop its removed columns, and narrow the others. */
export function planContract(current: TableShape | undefined, to: AnyEntity | null): readonly MigrationStep[] {
  const existing = current === undefined ? [] : [current];
  return planMigration(existing, to === null ? [] : [buildTableShape(to)], { allowDrops: true });
}

/** The table after these steps; a plan only says what differs. */
const afterRenames = (current: TableShape | undefined, renames: readonly Rename[]) =>
  current === undefined ? current : renameColumns(current, pendingRenames(current, renames));

/** Columns that the new definition no longer has, with their values; columns that the engine derives are left out. */
export function findDroppedColumns(current: TableShape | undefined, to: AnyEntity | null): readonly string[] {
  if (current === undefined) return [];
  const keptColumns = new Set(to === null ? [] : buildTableShape(to).columns.map(({ name }) => name));
  return current.columns.map(({ name }) => name).filter((name) => !keptColumns.has(name) && !name.endsWith('_n'));
}

/** Every change of the table, in words of the designer. */
export function describeChanges(
  table: string,
  current: TableShape | undefined,
  to: AnyEntity | null,
  renames: readonly Rename[],
): readonly SchemaChange[] {
  if (current === undefined) return to === null ? [] : [{ kind: 'created', table }];
  if (to === null) return [{ kind: 'lost', table }];
  const renamed = afterRenames(current, renames) ?? current;
  const existing = new Map(renamed.columns.map((column) => [column.name, column]));
  const isDerived = (name: string) => name.endsWith('_n') || name === DELETED_ID_COLUMN.name;
  const columnChanges = buildTableShape(to).columns.flatMap((column): readonly SchemaChange[] => {
    const before = existing.get(column.name);
    if (isDerived(column.name)) return [];
    if (before === undefined) return [{ kind: 'added', table, name: column.name, to: columnText(column) }];
    return columnText(before) === columnText(column)
      ? []
      : [
          {
            kind: kindOfChange(before, column),
            table,
            name: column.name,
            from: columnText(before),
            to: columnText(column),
          },
        ];
  });
  return [
    ...pendingRenames(current, renames).map(({ from, to: name }): SchemaChange => ({
      kind: 'renamed',
      table,
      name,
      from,
      to: name,
    })),
    ...columnChanges,
    ...findDroppedColumns(renamed, to).map((name): SchemaChange => ({ kind: 'lost', table, name })),
    ...indexChanges(table, renamed, buildTableShape(to)),
  ];
}

const columnText = ({ type, notNull, default: value }: ColumnShape): string =>
  `${type}${notNull ? ' NOT NULL' : ''}${value === null ? '' : ` DEFAULT ${JSON.stringify(value)}`}`;

function kindOfChange(before: ColumnShape, after: ColumnShape): SchemaChange['kind'] {
  if (isWider(before.type, after.type)) return 'widened';
  return before.type === after.type ? 'changed' : 'narrowed';
}

function indexChanges(table: string, before: TableShape, after: TableShape): readonly SchemaChange[] {
  const text = ({ columns, unique }: TableShape['indexes'][number]) =>
    `${unique ? 'unique ' : ''}${columns.join(', ')}`;
  const [former, wanted] = [before.indexes.map(text), after.indexes.map(text)];
  return [
    ...wanted
      .filter((index) => !former.includes(index))
      .map((name): SchemaChange => ({ kind: 'indexed', table, name })),
    ...former
      .filter((index) => !wanted.includes(index))
      .map((name): SchemaChange => ({ kind: 'unindexed', table, name })),
  ];
}

/** The statements of the whole change on one database, in the order in which they run. */
export function changeStatements(
  dialect: 'sqlite' | 'mariadb',
  current: TableShape | undefined,
  to: AnyEntity | null,
  renames: readonly Rename[],
): readonly string[] {
  const expand = planExpand(current, to, renames);
  const expanded = to === null || current === undefined ? current : expandedShape(current, to, renames);
  const renaming = planRenames(expanded, renames);
  const contracted = current === undefined ? [] : planContract(afterRenames(expanded, renames), to);
  return [...planSql(dialect, expand), ...planSql(dialect, renaming), ...planSql(dialect, contracted)];
}

/** The table once `planExpand` has run: all columns that it had and that it needs, with the new indexes. */
function expandedShape(current: TableShape, to: AnyEntity, renames: readonly Rename[]): TableShape {
  const target = renameColumns(buildTableShape(to), swapRenames(pendingRenames(current, renames)));
  const existing = new Map(current.columns.map((column) => [column.name, column]));
  const names = new Set(target.columns.map(({ name }) => name));
  return {
    ...target,
    columns: [
      ...target.columns.map((column) => widest(existing.get(column.name), column)),
      ...current.columns.filter(({ name }) => !names.has(name)),
    ],
  };
}

/** Adds the row scope (row-level security) to the WHERE of reads, and selects the columns that an actor may read (field-level permission). */
import { grantedRows, notDeletedFilter, readableColumns, type Actor } from '../../../common/entity/access';
import type { Column } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Filter } from '../../../common/entity/filter';
import { companionName } from '../../../common/entity/translations/companions';
import { columnsToFetch } from '../../../common/locales/localizedTitles';
import { fault } from '../../../common/protocol/faults';
import { quickSearchFilter } from '../../../common/query/compileFilter';
import type { WireRow } from '../../../common/entity/projectRow';
import type { Cursor } from '../../../common/protocol/liveEvents';
import type { ListQuery } from '../../../common/query/listQuery';
import type { Services } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';
import { selectList } from '../schema/model';
import { filterToSql, type SqlFragment } from './filterToSql';
import type { ReferenceTitles } from './references';

export interface RowResponse {
  readonly row: WireRow;
  readonly refs: ReferenceTitles;
  readonly seq: Cursor;
  readonly epoch: string;
}

/** A tree is read as a whole, so that no branch lacks its parent, up to this many rows. */
export const MAX_TREE_ROWS = 2000;

/** The columns and rows that one actor may read in one kind of response, and their SQL. */
export interface ReadView {
  readonly entity: AnyEntity;
  readonly columns: readonly Column[];
  /** The columns that the statement reads: those of the response, and those from which they are computed. */
  readonly fetched: readonly Column[];
  /** The title of a row is in the language of the reader. */
  readonly isLocalized: boolean;
  /** Columns for whose ids the response contains titles. */
  readonly titledColumns: readonly Column[];
  readonly select: string;
  /** The rows that the actor may read. */
  readonly rows: Filter;
  readonly rowScopeSql: SqlFragment;
}
/** Which response a view is for. `list`: rows without long texts. `picker`: what a picker shows of a row. `record`: one row, all columns. */
export type ViewKind = 'list' | 'picker' | 'record';
export type ViewFactory = (actor: Actor, entity: AnyEntity, viewKind: ViewKind) => ReadView;

/** Computes each view once for each actor and entity object; changed permissions and definitions create other objects. */
export function createViewFactory(services: Services): ViewFactory {
  const known = new WeakMap<Actor, Map<string, ReadView>>();
  return (actor, entity, viewKind) => {
    const views = known.get(actor) ?? new Map<string, ReadView>();
    const name = `${viewKind} ${entity.name}`;
    const cached = views.get(name);
    const view = cached?.entity === entity ? cached : createView(services, actor, entity, viewKind);
    known.set(actor, views.set(name, view));
    return view;
  };
}

function createView({ db }: Services, actor: Actor, entity: AnyEntity, viewKind: ViewKind): ReadView {
  const rows = grantedRows(actor, entity, 'read');
  if (rows === undefined) throw fault('access.denied');
  const columns = readableColumns(actor, entity).filter((column) => COLUMN_FILTERS[viewKind](entity, column));
  const companion = companionName(entity.spec.title);
  const translated = readableColumns(actor, entity).filter(({ name }) => viewKind === 'picker' && name === companion);
  const fetched = [...columnsToFetch(entity, columns), ...translated];
  return {
    entity,
    columns,
    fetched,
    isLocalized: translated.length > 0,
    titledColumns: columns.filter((column) => viewKind === 'record' || isListColumn(entity, column)),
    select: `SELECT ${selectList(entity, fetched)} FROM ${quoteIdentifier(entity.name)}`,
    rows,
    rowScopeSql: filterToSql(entity, rows, db.dialect),
  };
}

const isListColumn = ({ spec }: AnyEntity, { name }: Column) =>
  spec.list.columns.includes(name) || spec.tree === name || spec.pickerColumns?.hint === name;
const isPickerColumn = ({ spec }: AnyEntity, { name }: Column) =>
  [
    'id',
    spec.publicId,
    'revision',
    'status',
    spec.title,
    spec.tree,
    spec.pickerColumns?.picture,
    spec.pickerColumns?.hint,
  ].includes(name);
const COLUMN_FILTERS: Readonly<Record<ViewKind, (entity: AnyEntity, column: Column) => boolean>> = {
  list: (_entity, { long }) => !long,
  picker: (entity, column) => !column.long && isPickerColumn(entity, column),
  record: () => true,
};

/** The filter of a query over rows that are not deleted. It has no row scope: callers add `rowScopeSql` of the view. */
export function createRequestedFilter(actor: Actor, entity: AnyEntity, query: ListQuery): Filter {
  const { q, initKey, initValue } = query;
  const parts: Filter[] = [query.where, notDeletedFilter(actor, entity, query.where)];
  if (q !== undefined) parts.push(quickSearchFilter(entity, q, readableColumns(actor, entity), query.targets));
  if (initValue !== undefined) parts.push({ field: initKey ?? 'id', op: 'IN', value: initValue });
  return { all: parts };
}

/** Translates list queries of older clients: the spelling of columns, operators, joined columns and the values of searched fields. */
import { getColumns } from '../../common/entity/columns';
import { readableColumns } from '../../common/entity/access';
import { parseList } from '../../common/entity/readValue';
import { acceptsOperator } from '../../common/entity/lists/listOptions';
import { stringOrEmpty } from '../../common/json';
import { LIMITS } from '../../common/limits';
import { Fault, fault } from '../../common/protocol/faults';
import { findOperator } from '../../common/query/listQuery';
import { parseSearchParam, type SearchCondition, type SearchItem } from '../../common/query/parseSearchParam';
import { truncate } from '../../common/text/normalize';
import { findReferencedColumn } from '../engine/read/referenceSort';
import type { QueryParams } from '../platform/http/requestUrl';
import { COLUMN_SPELLINGS, type CompatController, type FieldTranslation } from './controllers';
import { fuzzyText, isAnyValue, NOTHING, toFuzzyCondition } from './fuzzySearch';
import { toIdCondition } from './query/idCondition';
import { findJoinedIds } from './joins';
import type { QueryTarget } from './query/queryTarget';
import type { RowSource } from './rowSource';
import { findIdsByStoredText, hasStoredTextSearch } from './query/storedTextSearch';
import { findQuickSearchConditions, isQuickSearchKey } from './query/quickSearch';
import { findByShownText } from './query/shownTextSearch';

/** Query keys of these clients that have no meaning here. */
const UNUSED_KEYS: ReadonlySet<string> = new Set(['initOperator', 'connection', 'samePrefix']);

const ownColumn = ({ searched = {} }: CompatController, name: string): string =>
  COLUMN_SPELLINGS.get(name) ?? (Object.hasOwn(searched, name) ? searched[name] : undefined) ?? name;

/** The query of our list. */
export async function fromCompatQuery(sent: QueryParams, target: QueryTarget): Promise<QueryParams> {
  const items = parseSearchParam(sent);
  const keptParams = Object.entries(sent).filter(([key]) => !UNUSED_KEYS.has(key) && !ignoresInit(sent, key));
  const others = keptParams.map(([key, value]) => [key, translateParam(key, value, target)] as const);
  const named = Object.fromEntries(others.filter(([, value]) => value !== undefined)) as QueryParams;
  // A malformed search is refused by our route, and so is one with too many conditions, of which each joined one would read a list.
  if (items === undefined || items.length > LIMITS.staffFilterConditions) return named;
  const quick = await findQuickSearchConditions(sent, target);
  if (items.length === 0 && quick === undefined) return named;
  const search: SearchItem[] = [];
  for (const item of items) search.push(...('any' in item ? [item] : await translateCondition(item, target)));
  const isReplaced = (key: string) => isSearchKey(key) || (quick !== undefined && isQuickSearchKey(key));
  const otherParams = Object.fromEntries(Object.entries(named).filter(([key]) => !isReplaced(key)));
  const all = quick === undefined ? search : [...search, ...quick];
  return { ...otherParams, 'search[]': all.map((item) => JSON.stringify(item)) };
}

const isSearchKey = (key: string): boolean => key === 'search' || key.startsWith('search[');
/** `initValue=0` asks for no row in particular: a row without a parent has no chosen one. */
const ignoresInit = ({ initValue }: QueryParams, key: string): boolean =>
  (key === 'initKey' || key === 'initValue') && String(initValue) === '0';

function translateParam(key: string, value: QueryParams[string], target: QueryTarget): QueryParams[string] | undefined {
  if (key === 'initKey') return stringOrEmpty(value).split('.').at(-1) ?? '';
  if (key !== 'order' || typeof value !== 'string') return value;
  const keys = value.split(';').filter((key) => key.trim() !== '');
  return keys.length === 0 ? undefined : keys.map((key) => translateSortKey(key, target)).join(';');
}

/**
 * An order by a joined column becomes one by the column of the reference. Error: `compat.unsortable` for a computed column, and for a joined one that the caller may not
 * read; our route refuses other unknown columns.
 */
function translateSortKey(key: string, target: QueryTarget): string {
  const { controller, entity } = target;
  const [field = '', direction = 'asc', ...more] = key.split(',').map((token) => token.trim());
  const referenced = findReferenced(field, target);
  if (referenced !== undefined) return [referenced, direction, ...more].join(',');
  const own = ownColumn(controller, field);
  if (getColumns(entity).has(own) || !isShownOnly(field, controller)) return [own, direction, ...more].join(',');
  const params = { field: truncate(field, LIMITS.keyChars) };
  throw fault('compat.unsortable', params, { fields: [{ path: 'order', code: 'unsortable', params }] });
}
/** `group_id.name` of `group.name`; undefined where there is no such order. */
function findReferenced(field: string, { controller, entity, ctx }: QueryTarget): string | undefined {
  const [as = '', column = ''] = field.split('.');
  const join = controller.joins?.find((known) => known.as === as);
  if (join === undefined || !Object.hasOwn(join.columns, column)) return undefined;
  const own = `${join.by}.${join.columns[column] ?? column}`;
  const source = { registry: ctx.services.registry, actor: ctx.actor };
  return findReferencedColumn(source, entity, own) === undefined ? undefined : own;
}
const isShownOnly = (field: string, { joins = [] }: CompatController): boolean =>
  COMPUTED_COLUMNS.has(field) || joins.some(({ as }) => field.startsWith(`${as}.`));

const isFuzzy = (operator: string | undefined): boolean => operator?.toUpperCase() === 'LIKE';

async function translateCondition(item: SearchCondition, target: QueryTarget): Promise<readonly SearchItem[]> {
  const { controller } = target;
  // A fuzzy search of a list or an object has no text: our route refuses it.
  if (isFuzzy(item.operator) && typeof item.val === 'object') return [item];
  const [as = '', column] = item.field.split('.');
  const join = column === undefined ? undefined : controller.joins?.find((known) => known.as === as);
  if (join !== undefined) {
    const val = isFuzzy(item.operator) && !isAnyValue(item.val) ? fuzzyText(item.val) : item.val;
    const searched = { field: column ?? '', operator: item.operator ?? '=', val };
    if (isFuzzy(item.operator) && isAnyValue(val)) searched.operator = 'NOT NULL';
    return [toIdCondition(await findJoinedIds(target, join, searched), join.by)];
  }
  return (await findByShownText(item, target)) ?? [await translateColumn(item, target)];
}

/** A value of ours for each one that was sent. One that no row can have, such as a file of the client, stays as it is. */
function toSearchedValue(
  { operator = '=', val }: SearchCondition,
  field: FieldTranslation | undefined,
  source: RowSource,
): unknown {
  const fromCompat = (value: unknown): unknown => {
    try {
      return field?.fromCompat?.(value, source) ?? value;
    } catch (error) {
      if (error instanceof Fault) return value;
      throw error;
    }
  };
  const op = findOperator(operator);
  const list = op === 'IN' || op === 'NOT IN' ? parseList(val) : undefined;
  return list === undefined ? fromCompat(val) : list.map(fromCompat);
}

/** A column that the caller may not read, or that cannot be searched so, is left to our route, which refuses it. */
async function translateColumn(item: SearchCondition, target: QueryTarget): Promise<SearchItem> {
  const { ctx, controller, entity, source } = target;
  const own = ownColumn(controller, item.field);
  const found = getColumns(entity).get(own);
  // Columns that only these clients have are empty.
  if (found === undefined) return EMPTY_COLUMNS.has(item.field) ? NOTHING : item;
  const field = controller.fields?.[own];
  const translated = { field: own, operator: item.operator, val: toSearchedValue(item, field, source) };
  const isReadable = readableColumns(ctx.actor, entity).some(({ name }) => name === own);
  if (!isReadable || !isFuzzy(item.operator)) return translated;
  if (isAnyValue(item.val) && acceptsOperator(found, 'NOT NULL')) return { field: own, operator: 'NOT NULL', val: '' };
  const text = fuzzyText(item.val);
  if (acceptsOperator(found, 'LIKE')) return { field: own, operator: 'LIKE', val: text };
  if (hasStoredTextSearch(found, field) && text !== '')
    return toIdCondition(await findIdsByStoredText({ entity, column: found, field, text, source }));
  const toCompat = (value: unknown) => field?.toCompat(value, {}, source) ?? value;
  const search = { entity, column: found, lang: ctx.lang, text, toCompat };
  return toFuzzyCondition(search) ?? translated;
}
const COMPUTED_COLUMNS: ReadonlySet<string> = new Set([
  ...['nickname_text', 'group_name_arr', 'suffix', 'full_url', 'controller_as', 'connection', 'fields', 'table'],
]);
const EMPTY_COLUMNS: ReadonlySet<string> = new Set(['connection']);

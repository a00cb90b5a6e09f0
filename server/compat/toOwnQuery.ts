/** Translates list queries of older clients: the spelling of columns, operators, joined columns and the values of searched fields. */
import { getColumns } from '../../common/entity/columns';
import type { AnyEntity } from '../../common/entity/entity';
import { OPERATORS } from '../../common/entity/fieldKinds';
import { acceptsOperator } from '../../common/entity/lists/listOptions';
import { stringOrEmpty } from '../../common/json';
import { LIMITS } from '../../common/limits';
import { parseSearchParam, type SearchCondition } from '../../common/query/parseSearchParam';
import type { QueryParams } from '../platform/http/requestUrl';
import { COLUMN_SPELLINGS, type CompatController } from './controllers';
import { findJoinedIds, type ListReader } from './joins';

/** Query keys of theirs without a meaning here. */
const UNUSED_KEYS: ReadonlySet<string> = new Set(['initOperator', 'connection', 'samePrefix']);
/** Matches no row. */
const NOTHING: SearchCondition = { field: 'id', operator: '=', val: '0' };

interface QueryTarget extends ListReader {
  readonly entity: AnyEntity;
  readonly controller: CompatController;
  readonly origin: string;
}

const ownColumn = ({ searched = {} }: CompatController, name: string): string =>
  COLUMN_SPELLINGS.get(name) ?? (Object.hasOwn(searched, name) ? searched[name] : undefined) ?? name;

/** The query of our list. */
export async function toOwnQuery(sent: QueryParams, target: QueryTarget): Promise<QueryParams> {
  const items = parseSearchParam(sent);
  const kept = Object.entries(sent).filter(([key]) => !UNUSED_KEYS.has(key) && !ignoresInit(sent, key));
  const others = kept.map(([key, value]) => [key, translateParam(key, value, target)] as const);
  const named = Object.fromEntries(others.filter(([, value]) => value !== undefined)) as QueryParams;
  // A malformed search is refused by our route, and so is one with too many conditions, of which each joined one would read a list.
  if (items === undefined || items.length === 0 || items.length > LIMITS.staffFilterConditions) return named;
  const { search, quickSearch } = await translateItems(items, target);
  const rest = Object.fromEntries(Object.entries(named).filter(([key]) => !isSearchKey(key)));
  return {
    ...rest,
    'search[]': search.map((item) => JSON.stringify(item)),
    ...(quickSearch === '' || sent['quick_search'] || sent['quickSearch'] ? {} : { quick_search: quickSearch }),
  };
}

const isSearchKey = (key: string): boolean => key === 'search' || key.startsWith('search[');
/** `initValue=0` asks for no row in particular: a row without a parent has no chosen one. */
const ignoresInit = ({ initValue }: QueryParams, key: string): boolean =>
  (key === 'initKey' || key === 'initValue') && String(initValue) === '0';

function translateParam(key: string, value: QueryParams[string], target: QueryTarget): QueryParams[string] | undefined {
  if (key === 'initKey') return stringOrEmpty(value).split('.').at(-1) ?? '';
  if (key !== 'order' || typeof value !== 'string') return value;
  const keys = value.split(';').flatMap((key) => translateSortKey(key, target) ?? []);
  return keys.length === 0 ? undefined : keys.join(';');
}

function translateSortKey(key: string, { controller, entity }: QueryTarget): string | undefined {
  const [field = '', direction = 'asc', ...more] = key.split(',').map((token) => token.trim());
  const own = ownColumn(controller, field);
  // A computed or joined column has no order of its own.
  return getColumns(entity).has(own) ? [own, direction, ...more].join(',') : undefined;
}

interface TranslatedSearch {
  readonly search: readonly object[];
  readonly quickSearch: string;
}
async function translateItems(
  items: NonNullable<ReturnType<typeof parseSearchParam>>,
  target: QueryTarget,
): Promise<TranslatedSearch> {
  const search: object[] = [];
  let quickSearch = '';
  for (const item of items) {
    if ('any' in item) search.push(item);
    else if (isSearchedAsText(item, target)) quickSearch = stringOrEmpty(item.val);
    else search.push(await translateCondition(item, target));
  }
  return { search, quickSearch };
}

const getColumn = ({ entity, controller }: QueryTarget, field: string) =>
  getColumns(entity).get(ownColumn(controller, field));
/** A column of JSON cannot be searched; the quick search looks where the text of a log entry is. */
const isSearchedAsText = ({ field, operator }: SearchCondition, target: QueryTarget): boolean =>
  getColumn(target, field)?.kind === 'json' && /like/i.test(operator ?? '');

async function translateCondition(item: SearchCondition, target: QueryTarget): Promise<SearchCondition> {
  const { controller, origin } = target;
  const [as = '', column] = item.field.split('.');
  const join = column === undefined ? undefined : controller.joins?.find((known) => known.as === as);
  if (join !== undefined) {
    const searched = { field: column ?? '', operator: item.operator ?? '=', val: item.val };
    const ids = await findJoinedIds(target, join, searched);
    return ids.length === 0 ? NOTHING : { field: join.by, operator: 'IN', val: ids };
  }
  const own = ownColumn(controller, item.field);
  const found = getColumns(target.entity).get(own);
  // Columns that only these clients have are empty.
  if (found === undefined) return EMPTY_COLUMNS.has(item.field) ? NOTHING : item;
  const val = controller.fields?.[own]?.toOwn?.(item.val, { origin }) ?? item.val;
  const translated = { field: own, operator: item.operator, val };
  return isAccepted(found, item.operator) ? translated : toEquality(translated);
}
const EMPTY_COLUMNS: ReadonlySet<string> = new Set(['connection', 'suffix']);

type FoundColumn = NonNullable<ReturnType<typeof getColumn>>;
const isAccepted = (column: FoundColumn, operator: string | undefined): boolean => {
  const known = OPERATORS.find((name) => name === (operator ?? '=').toUpperCase());
  return known === undefined || acceptsOperator(column, known);
};
/** A fuzzy search of a number is a search of that number. */
const toEquality = (item: SearchCondition): SearchCondition => {
  if (item.operator?.toUpperCase() !== 'LIKE') return item;
  return /^\d{1,15}$/.test(stringOrEmpty(item.val)) ? { ...item, operator: '=' } : NOTHING;
};

/**
 * Quick searches of older clients that find more than ours: rules by their shown titles, entries of a ledger by their member, those of the
 * admin log by their shown titles.
 */
import { canUse, readableColumns } from '../../../common/entity/access';
import { acceptsOperator } from '../../../common/entity/lists/listOptions';
import { LIMITS } from '../../../common/limits';
import type { SearchCondition, SearchItem } from '../../../common/query/parseSearchParam';
import type { QueryParams } from '../../platform/http/requestUrl';
import { fuzzyText } from '../fuzzySearch';
import { normalizeForSearch } from '../../../common/text/normalize';
import { splitSearchWords } from '../../../common/query/compileFilter';
import type { ShownValue } from './shownColumns';
import { findShownColumn, toShownCondition } from './shownTextSearch';
import { toIdCondition } from './idCondition';
import { findJoinedIds } from '../joins';
import type { QueryTarget } from './queryTarget';
import { findRulesByText } from '../rules/ruleTitles';

export const isQuickSearchKey = (key: string): boolean => key === 'quick_search' || key === 'quickSearch';

/** Finds the conditions that replace the quick search; undefined where our route searches. */
export async function findQuickSearchConditions(
  sent: QueryParams,
  target: QueryTarget,
): Promise<readonly SearchItem[] | undefined> {
  const text = fuzzyText(sent['quick_search'] ?? sent['quickSearch']);
  if (text === '') return undefined;
  if (target.controller.quickJoin !== undefined) return findByJoin(target, text);
  if (target.controller.quickSearchedColumn !== undefined)
    return findByShownTexts(target, target.controller.quickSearchedColumn, text);
  if (target.controller.titledRules === undefined) return undefined;
  const ids = await findRulesByText(target.ctx, target.controller.titledRules, text);
  return ids.length > LIMITS.maxBulkIds ? undefined : [toIdCondition(ids)];
}

/** The own columns, the id, or a column of the joined row contains the text. Undefined without a joined row. */
async function findByJoin(target: QueryTarget, text: string): Promise<readonly SearchItem[] | undefined> {
  const { ctx, controller } = target;
  const join = controller.joins?.find(({ as }) => as === controller.quickJoin);
  const joined = ctx.services.registry.get(join?.entity ?? '');
  if (join === undefined || joined === undefined || !canUse(ctx.actor, joined, 'read')) return undefined;
  const readable = new Set(readableColumns(ctx.actor, joined).map(({ name }) => name));
  const ids = new Set<number>();
  for (const field of Object.values(join.columns).filter((name) => readable.has(name)))
    for (const id of await findJoinedIds(target, join, { field, operator: 'LIKE', val: text })) ids.add(id);
  if (ids.size === 0) return undefined;
  return [{ any: [toIdCondition([...ids], join.by), ...listOwnConditions(target, text)] }];
}

/** A search column of the entity contains the text, or it is the id. */
function listOwnConditions({ ctx, entity }: QueryTarget, text: string, except?: string): readonly SearchCondition[] {
  const contains = readableColumns(ctx.actor, entity)
    .filter((column) => column.options.search && column.hasSearchColumn && acceptsOperator(column, 'LIKE'))
    .filter(({ name }) => name !== except)
    .map(({ name }): SearchCondition => ({ field: name, operator: 'LIKE', val: text }));
  const byId = /^[1-9]\d{0,14}$/.test(text) ? [{ field: 'id', operator: '=', val: text }] : [];
  return [...contains, ...byId];
}

/** Each word makes up to four conditions, of which our route accepts 20. */
const MAX_WORDS = 3;
/**
 * Each word is part of the shown text or of a search column. Undefined where the stored texts give the same rows, and for more than
 * `MAX_WORDS` words.
 */
async function findByShownTexts(
  target: QueryTarget,
  name: string,
  text: string,
): Promise<readonly SearchItem[] | undefined> {
  const column = findShownColumn(name, target);
  const words = splitSearchWords(normalizeForSearch(text));
  if (column === undefined || words.length > MAX_WORDS) return undefined;
  const values = await column.load(target);
  const contains = (value: string, word: string) => normalizeForSearch(value).includes(word);
  const isDifferent = ({ stored, shown }: ShownValue) =>
    words.some((word) => contains(String(stored), word) !== contains(shown, word));
  if (!values.some(isDifferent)) return undefined;
  return words.map((word) => {
    const found = values.filter(({ shown }) => contains(shown, word));
    return { any: [toShownCondition(column, found), ...listOwnConditions(target, word, column.column)] };
  });
}

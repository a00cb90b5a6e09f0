/** Quick searches of older clients that find more than ours: rules by their shown titles, entries of a ledger by their member. */
import { canUse, readableColumns } from '../../../common/entity/access';
import { acceptsOperator } from '../../../common/entity/lists/listOptions';
import { LIMITS } from '../../../common/limits';
import type { SearchCondition, SearchItem } from '../../../common/query/parseSearchParam';
import type { QueryParams } from '../../platform/http/requestUrl';
import { fuzzyText } from '../fuzzySearch';
import { toIdCondition } from './idCondition';
import { findJoinedIds } from '../joins';
import type { QueryTarget } from './queryTarget';
import { findRulesByText } from '../rules/ruleTitles';

export const isQuickSearchKey = (key: string): boolean => key === 'quick_search' || key === 'quickSearch';

/** The condition that stands for the quick search; undefined where our route searches. */
export async function findQuickSearch(sent: QueryParams, target: QueryTarget): Promise<SearchItem | undefined> {
  const text = fuzzyText(sent['quick_search'] ?? sent['quickSearch']);
  if (text === '') return undefined;
  if (target.controller.quickJoin !== undefined) return findByJoin(target, text);
  if (target.controller.titledRules === undefined) return undefined;
  const ids = await findRulesByText(target.ctx, target.controller.titledRules, text);
  return ids.length > LIMITS.maxBulkIds ? undefined : toIdCondition(ids);
}

/** The own columns, the id, or a column of the joined row contains the text. Undefined without a joined row. */
async function findByJoin(target: QueryTarget, text: string): Promise<SearchItem | undefined> {
  const { ctx, controller, entity } = target;
  const join = controller.joins?.find(({ as }) => as === controller.quickJoin);
  const joined = ctx.services.registry.get(join?.entity ?? '');
  if (join === undefined || joined === undefined || !canUse(ctx.actor, joined, 'read')) return undefined;
  const readable = new Set(readableColumns(ctx.actor, joined).map(({ name }) => name));
  const ids = new Set<number>();
  for (const field of Object.values(join.columns).filter((name) => readable.has(name)))
    for (const id of await findJoinedIds(target, join, { field, operator: 'LIKE', val: text })) ids.add(id);
  if (ids.size === 0) return undefined;
  const contains = readableColumns(ctx.actor, entity)
    .filter((column) => column.options.search && column.hasSearchColumn && acceptsOperator(column, 'LIKE'))
    .map(({ name }): SearchCondition => ({ field: name, operator: 'LIKE', val: text }));
  const byId = /^[1-9]\d{0,14}$/.test(text) ? [{ field: 'id', operator: '=', val: text }] : [];
  return { any: [toIdCondition([...ids], join.by), ...contains, ...byId] };
}

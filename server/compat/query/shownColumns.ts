/** Columns whose stored values older clients show as other texts, in the language of the reader: titles, icons, names of fields. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import { MATCH_ALL } from '../../../common/entity/filter';
import { stringOrEmpty } from '../../../common/json';
import { localizeRow } from '../../../common/locales/localizedTitles';
import { defaultSort } from '../../../common/query/compileFilter';
import type { RequestContext } from '../../context';
import { joinWithAnd } from '../../engine/read/filterToSql';
import { findSearchWindow, limitToSearchWindow } from '../../engine/read/searchWindow';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import { quoteIdentifier } from '../../platform/database/sql';
import type { CompatRow, RowSource } from '../rowSource';
import { getRuleTitle, loadTitledRules, type RuleEntity } from '../rules/ruleTitles';

/** The list that is searched, with what the texts of its rows need. */
interface SearchedList {
  readonly ctx: RequestContext;
  readonly entity: AnyEntity;
  readonly source: RowSource;
}
export interface ShownValue {
  readonly stored: string | number;
  readonly shown: string;
  /** The value of the column `within`. */
  readonly within?: string;
}
export interface ShownColumn {
  /** Our column, which the caller must be able to read. */
  readonly column: string;
  /** The column that a condition compares with the stored values, if it is another one. */
  readonly by?: string;
  /** A second column on which the shown text depends. */
  readonly within?: string;
  readonly load: (list: SearchedList) => Promise<readonly ShownValue[]>;
}

/** The newest row of each combination of values, among the rows that a quick search reads. */
async function selectDistinctRows({ ctx, entity }: SearchedList, columns: readonly string[]): Promise<StoredRow[]> {
  const { db } = ctx.services;
  const query = { page: 1, limit: 1, sort: defaultSort(entity), where: MATCH_ALL, q: columns.join(' ') };
  const { sql, params } = limitToSearchWindow(joinWithAnd([]), await findSearchWindow(db, entity, query));
  const names = columns.map(quoteIdentifier).join(', ');
  const newest = `SELECT MAX(id) FROM ${quoteIdentifier(entity.name)} WHERE ${sql} GROUP BY ${names}`;
  return selectRowsWhere(db, entity, { sql: `id IN (${newest})`, params });
}

/** The title of a rule depends on its name and type too, so the condition names the rules. */
export const shownRuleTitle = (rules: RuleEntity): ShownColumn => ({
  column: 'title',
  by: 'id',
  load: async ({ ctx }) =>
    (await loadTitledRules(ctx.services, rules)).map((rule) => ({
      stored: rule.id,
      shown: getRuleTitle(ctx, rules, rule),
    })),
});

/** A column whose shown text follows from its stored value. */
export const shownByValue = (
  column: string,
  toShown: (value: unknown, row: CompatRow, source: RowSource) => unknown,
): ShownColumn => ({
  column,
  load: async (list) =>
    (await selectDistinctRows(list, [column])).map((row) => ({
      stored: stringOrEmpty(row[column]),
      shown: stringOrEmpty(toShown(row[column], row, list.source)),
    })),
});

/** The title of an entry of the admin log, which is stored in the language of its writer. */
export const shownLogTitle: ShownColumn = {
  column: 'title',
  load: async (list) =>
    (await selectDistinctRows(list, ['title'])).map((row) => ({
      stored: stringOrEmpty(row['title']),
      shown: stringOrEmpty(localizeRow(list.ctx.services.registry, list.entity, row, list.ctx.lang)['title']),
    })),
};

/** The label of a field, which depends on the table. */
export const shownFieldLabel = (toLabel: (row: CompatRow, source: RowSource) => string): ShownColumn => ({
  column: 'data_field',
  within: 'data_table',
  load: async (list) =>
    (await selectDistinctRows(list, ['data_table', 'data_field'])).map((row) => ({
      stored: stringOrEmpty(row['data_field']),
      within: stringOrEmpty(row['data_table']),
      shown: toLabel(row, list.source),
    })),
});

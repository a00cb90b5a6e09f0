/** Titles of the admin log as their reader sees them: the stored text stays in the language of its writer. */
import type { AnyEntity } from '../entity/entity';
import { findColumn, type Column, type StoredRow } from '../entity/columns';
import type { Registry } from '../entity/registry';
import type { Lang } from './index';
import { logTitle, type TitleContext } from './logTitle';
import { routeTitle } from './routeTitle';

const ADMIN_LOG = 'admin_log';

/** What titles of the admin log are read with in a language. */
export const titleContext = (registry: Registry, lang: Lang): TitleContext => ({
  lang,
  entityNamed: (name) => registry.get(name),
  routeNamed: (path) => routeTitle(path, lang),
});

/** Whether an answer with these columns says something in the language of its reader. */
export const hasLocalizedTitle = (entity: AnyEntity, columns: readonly Column[]): boolean =>
  entity.name === ADMIN_LOG && columns.some(({ name }) => name === 'title');

/** The columns a read has to fetch to answer `columns`: a title of the admin log is made from the data of its entry. */
export function columnsToFetch(entity: AnyEntity, columns: readonly Column[]): readonly Column[] {
  const data = findColumn(entity, 'data');
  if (!hasLocalizedTitle(entity, columns) || data === undefined || columns.includes(data)) return columns;
  return [...columns, data];
}

/** A stored row with its title in the language of its reader; rows of other entities as they are. */
export function localizeRow(registry: Registry, entity: AnyEntity, row: StoredRow, lang: Lang): StoredRow {
  const { title, data } = row;
  if (entity.name !== ADMIN_LOG || typeof title !== 'string') return row;
  return { ...row, title: logTitle(title, data, titleContext(registry, lang)) };
}

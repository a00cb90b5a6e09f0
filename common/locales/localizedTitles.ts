/** Titles of the audit log in the language of the reader; the stored title stays in the language of its writer. */
import type { AnyEntity } from '../entity/entity';
import { findColumn, type Column, type StoredRow } from '../entity/columns';
import { localizedValue } from '../entity/translations/localizedValue';
import type { Registry } from '../entity/registry';
import type { Lang } from '../lang';
import { logTitle, type TitleContext } from './logTitle';
import { routeTitle } from './routeTitle';

const ADMIN_LOG = 'admin_log';

/** The context that titles of the audit log need in a language. */
export const titleContext = (registry: Registry, lang: Lang): TitleContext => ({
  lang,
  entityNamed: (name) => registry.get(name),
  routeNamed: (path) => routeTitle(path, lang),
});

/** Whether a response with these columns depends on the language of the reader. */
export const hasLocalizedTitle = (entity: AnyEntity, columns: readonly Column[]): boolean =>
  entity.name === ADMIN_LOG && columns.some(({ name }) => name === 'title');

/** The columns that a query must select to return `columns`: a title of the audit log is made from the data of its entry. */
export function columnsToFetch(entity: AnyEntity, columns: readonly Column[]): readonly Column[] {
  const data = findColumn(entity, 'data');
  if (!hasLocalizedTitle(entity, columns) || data === undefined || columns.includes(data)) return columns;
  return [...columns, data];
}

/** Returns a stored row whose title is in a language; its English companion must have been read. */
export const localizeTitle = (entity: AnyEntity, row: StoredRow, lang: Lang): StoredRow => ({
  ...row,
  [entity.spec.title]: localizedValue(row, entity.spec.title, lang) ?? null,
});

/** Returns a stored row with its title in the language of the reader; rows of other entities unchanged. */
export function localizeRow(registry: Registry, entity: AnyEntity, row: StoredRow, lang: Lang): StoredRow {
  const { title, data } = row;
  if (entity.name !== ADMIN_LOG || typeof title !== 'string') return row;
  return { ...row, title: logTitle(title, data, titleContext(registry, lang)) };
}

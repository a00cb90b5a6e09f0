/** Reads the plugins that the catalog publishes: shown ones in shown categories, with at least one listed version that has a package. */
import { attachment } from '../../../common/entities/attachment';
import { plugin } from '../../../common/entities/plugin';
import { pluginCategory } from '../../../common/entities/pluginCategory';
import { pluginVersion } from '../../../common/entities/pluginVersion';
import type { StoredRow } from '../../../common/entity/columns';
import type { Filter } from '../../../common/entity/filter';
import { stringOrEmpty } from '../../../common/json';
import type { MarketCategory, MarketDetail, MarketItem, MarketVersion } from '../../../common/modules/market';
import type { LocalizedText } from '../../../common/modules/review';
import { formatCents } from '../../../common/text/cents';
import { stripTags } from '../../../common/text/stripTags';
import type { Db, Tx } from '../../context';
import { filterToSql } from '../../engine/read/filterToSql';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import { compareVersions } from '../../installer/package/versions';
import { placeholders } from '../../platform/database/sql';

export interface CatalogueQuery {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  readonly search: string;
  /** 0: all. */
  readonly category: number;
  readonly onlyRecommended: boolean;
}
type Reader = Pick<Tx, 'rows'>;
const SHOWN = '`delete_time` IS NULL AND `status` = 1';
const WITH_PACKAGE =
  "id IN (SELECT plugin_id FROM `plugin_version` WHERE status = 1 AND package_digest <> '' AND delete_time IS NULL)";
const IN_SHOWN_CATEGORY = 'cate_id IN (SELECT id FROM `plugin_category` WHERE status = 1 AND delete_time IS NULL)';
const PUBLISHED = `${SHOWN} AND ${WITH_PACKAGE} AND ${IN_SHOWN_CATEGORY}`;
const SEARCHED = ['title', 'title_en', 'name', 'author', 'keyword', 'description'] as const;

const getTexts = (row: StoredRow, field: string): LocalizedText => {
  const [chinese, english] = [stringOrEmpty(row[field]), stringOrEmpty(row[`${field}_en`])];
  return { en: english || chinese, 'zh-cn': chinese || english };
};
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&', '#39': "'" };
/** The text of formatted content, a paragraph a line. */
const toPlainText = (html: string): string =>
  stripTags(html.replace(/<\/(?:p|li|h[1-6])>|<br ?\/?>/g, '\n'), '')
    .replace(/&(lt|gt|quot|nbsp|amp|#39);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .trim();
const getPlainTexts = (row: StoredRow, field: string): LocalizedText => {
  const { en, 'zh-cn': chinese } = getTexts(row, field);
  return { en: toPlainText(en), 'zh-cn': toPlainText(chinese) };
};

function queryConditions({ search, category, onlyRecommended }: CatalogueQuery): Filter {
  const text = search.trim();
  return {
    all: [
      ...(category > 0 ? [{ field: 'cate_id', op: '=' as const, value: category }] : []),
      ...(onlyRecommended ? [{ field: 'is_tj', op: '=' as const, value: 1 }] : []),
      ...(text === '' ? [] : [{ some: SEARCHED.map((field) => ({ field, op: 'LIKE' as const, value: text })) }]),
    ],
  };
}

/** The listed versions with a package of these plugins, the newest first. */
export async function loadVersions(
  reader: Reader,
  pluginIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredRow[]>> {
  const byPlugin = new Map<number, StoredRow[]>();
  if (pluginIds.length === 0) return byPlugin;
  const rows = await selectRowsWhere(reader, pluginVersion, {
    sql: `${SHOWN} AND package_digest <> '' AND plugin_id IN (${placeholders(pluginIds.length)})`,
    params: [...pluginIds],
  });
  const newestFirst = [...rows].sort((a, b) =>
    compareVersions(stringOrEmpty(b['version']), stringOrEmpty(a['version'])),
  );
  for (const row of newestFirst) {
    const id = Number(row['plugin_id']);
    byPlugin.set(id, [...(byPlugin.get(id) ?? []), row]);
  }
  return byPlugin;
}

const PICTURES = ['icon_id', 'thumb_id', 'cover_id', 'characteristic_img_id'] as const;
async function loadImages(reader: Reader, rows: readonly StoredRow[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.flatMap((row) => PICTURES.map((name) => Number(row[name] ?? 0))))].filter(
    (id) => id > 0,
  );
  if (ids.length === 0) return new Map();
  const where = { sql: `delete_time IS NULL AND id IN (${placeholders(ids.length)})`, params: ids };
  const found = await selectRowsWhere(reader, attachment, where);
  return new Map(found.map((row) => [Number(row['id']), stringOrEmpty(row['url'])]));
}
const getPictures = (row: StoredRow, urls: ReadonlyMap<number, string>, names: readonly string[]): readonly string[] =>
  names.map((name) => urls.get(Number(row[name] ?? 0)) ?? '').filter((url) => url !== '');

function toItem(row: StoredRow, versions: readonly StoredRow[], urls: ReadonlyMap<number, string>): MarketItem {
  const [picture = ''] = getPictures(row, urls, ['icon_id', 'thumb_id', 'cover_id']);
  return {
    id: stringOrEmpty(row['name']),
    title: getTexts(row, 'title'),
    description: getTexts(row, 'description'),
    author: stringOrEmpty(row['author']),
    category: Number(row['cate_id']),
    price: formatCents(Number(row['price'])),
    points: row['points_price'] === null ? null : Number(row['points_price']),
    buyers: Number(row['num']),
    rating: Number(row['score']),
    isRecommended: row['is_tj'] === 1,
    version: stringOrEmpty(versions[0]?.['version']),
    picture,
  };
}

/** One page of the catalog: recommended plugins first, then by weight. */
export async function loadItems(
  reader: Reader,
  dialect: Db['dialect'],
  query: CatalogueQuery,
): Promise<{ readonly items: readonly MarketItem[]; readonly total: number }> {
  const searchCondition = filterToSql(plugin, queryConditions(query), dialect);
  const where = { sql: `${PUBLISHED} AND (${searchCondition.sql})`, params: searchCondition.params };
  const [count] = await reader.rows<{ readonly count: number }>(
    `SELECT COUNT(*) AS count FROM \`plugin\` WHERE ${where.sql}`,
    where.params,
  );
  const offset = (query.page - 1) * query.limit;
  const rows = await selectRowsWhere(
    reader,
    plugin,
    where,
    ` ORDER BY is_tj DESC, weigh DESC, id DESC LIMIT ${query.limit} OFFSET ${offset}`,
  );
  const versions = await loadVersions(
    reader,
    rows.map(({ id }) => Number(id)),
  );
  const urls = await loadImages(reader, rows);
  const items = rows.map((row) => toItem(row, versions.get(Number(row['id'])) ?? [], urls));
  return { items, total: Number(count?.count ?? 0) };
}

/** The shown categories, in the order of the site. */
export async function loadCategories(reader: Reader): Promise<readonly MarketCategory[]> {
  const rows = await selectRowsWhere(
    reader,
    pluginCategory,
    { sql: SHOWN, params: [] },
    ' ORDER BY `order` DESC, id LIMIT 100',
  );
  return rows.map((row) => ({ id: Number(row['id']), title: getTexts(row, 'title') }));
}

/** The published plugins of these uids. */
export async function findPublished(reader: Reader, uids: readonly string[]): Promise<readonly StoredRow[]> {
  if (uids.length === 0) return [];
  const where = { sql: `${PUBLISHED} AND name IN (${placeholders(uids.length)})`, params: [...uids] };
  return selectRowsWhere(reader, plugin, where);
}

const toVersion = (row: StoredRow): MarketVersion => ({
  version: stringOrEmpty(row['version']),
  news: getTexts(row, 'explain'),
  date: stringOrEmpty(row['date']),
  size: Number(row['package_size'] ?? 0),
  sha256: stringOrEmpty(row['package_digest']),
});

/** Everything that the catalog says about one plugin; undefined when it is not published. */
export async function loadPluginDetail(reader: Reader, uid: string): Promise<MarketDetail | undefined> {
  const [row] = await findPublished(reader, [uid]);
  if (row === undefined) return undefined;
  const versions = (await loadVersions(reader, [Number(row['id'])])).get(Number(row['id'])) ?? [];
  const urls = await loadImages(reader, [row]);
  return {
    ...toItem(row, versions, urls),
    text: getPlainTexts(row, 'content'),
    pictures: getPictures(row, urls, ['cover_id', 'characteristic_img_id']),
    versions: versions.map(toVersion),
  };
}

/** Finds the pages on which visitors would see an unsaved row. */
import type { WireRow } from '../../../common/entity/projectRow';
import { stringOrEmpty } from '../../../common/json';
import { translate } from '../../../common/locales/translate';
import { parseSitePath, type SiteRoute } from '../../../common/site/sitePaths';
import { findEntitySection, SITE_SECTIONS, type SectionName } from '../../../common/site/siteSections';
import type { Services } from '../../context';
import { rowKey } from './pages/cards';
import { readIds, readNumber } from './pages/pageScope';
import { readSite, type RowOverlay, type SiteReader } from './siteReader';

/** A page, and the unsaved rows that it shows in place of the stored ones. */
export interface PreviewPage {
  readonly route: SiteRoute;
  readonly overlays: readonly RowOverlay[];
}

export interface PreviewPages {
  /** The best one first. A page need not exist: its row may be hidden. */
  readonly pages: readonly PreviewPage[];
  /** The field that decides about the page: a change of it helps when none of the pages exists. */
  readonly field: string;
}

/** Stands for the address of a row that has none yet. */
const UNSAVED_KEY = 'unsaved-preview';
/** Stands for the id of a new row that another row refers to. */
const UNSAVED_ID = Number.MAX_SAFE_INTEGER;

export const findPreviewPages = (services: Services, overlay: RowOverlay): Promise<PreviewPages> =>
  readSite(services, async (reader) => {
    const { entity, row } = overlay;
    const section = findEntitySection(entity);
    if (section !== undefined) return listSectionPages(section, row);
    if (entity === 'page') return listWrittenPages(row);
    if (entity === 'banner') return listBannerPages(services, reader, row);
    if (entity === 'site_template') return listTemplatePages(reader, row);
    if (entity === 'news_category') return listCategoryPages('news', overlay);
    if (entity === 'plugin_category') return listCategoryPages('plugins', overlay);
    if (entity === 'news_case') return listParentPages(reader, overlay, { field: 'news_id', section: 'articles' });
    if (entity === 'plugin_function' || entity === 'plugin_version')
      return listParentPages(reader, overlay, { field: 'plugin_id', section: 'plugins' });
    return { pages: [{ route: { page: 'home' }, overlays: [overlay] }], field: 'status' };
  });

function listSectionPages(section: SectionName, row: RowOverlay['row']): PreviewPages {
  const { entity, key: field } = SITE_SECTIONS[section];
  const isUnnamed = field === 'name' && stringOrEmpty(row['name']) === '';
  const shown = isUnnamed ? { ...row, name: UNSAVED_KEY } : row;
  const route = { page: 'detail', section, key: rowKey(section, shown) } as const;
  return { pages: [{ route, overlays: [{ entity, row: shown }] }], field: isUnnamed ? field : 'status' };
}

function listWrittenPages(row: RowOverlay['row']): PreviewPages {
  const slug = stringOrEmpty(row['slug']) || UNSAVED_KEY;
  return {
    pages: [{ route: { page: 'page', slug }, overlays: [{ entity: 'page', row: { ...row, slug } }] }],
    field: 'slug',
  };
}

const listCategoryPages = (section: SectionName, overlay: RowOverlay): PreviewPages => ({
  pages: [{ route: { page: 'list', section, number: 1, category: overlay.row.id }, overlays: [overlay] }],
  field: 'status',
});

/** The pages of the banner's navigation items; the home page shows a banner whose items lead to no page of the site. */
async function listBannerPages(services: Services, reader: SiteReader, row: RowOverlay['row']): Promise<PreviewPages> {
  const ids = readIds(row, 'navigation_ids');
  const items =
    ids.length === 0 ? [] : await reader.rows('navigation', { where: { field: 'id', op: 'IN', value: ids } });
  const routes = items.flatMap((item) => routeOfLink(services, stringOrEmpty(item['url'])));
  return {
    pages: [
      ...routes.map((route) => ({ route, overlays: [{ entity: 'banner', row }] })),
      { route: { page: 'home' }, overlays: [{ entity: 'banner', row: { ...row, navigation_ids: [] } }] },
    ],
    field: 'navigation_ids',
  };
}

/** The page of a link that staff entered. A path with the prefix of a language marks no page as current. */
function routeOfLink({ settings }: Services, link: string): readonly SiteRoute[] {
  if (!link.startsWith('/') || link.startsWith('//')) return [];
  const [path = '', query = ''] = link.split('?');
  const address = parseSitePath(path, Object.fromEntries(new URLSearchParams(query)), settings.defaultLocale);
  return address === undefined || address.hasPrefix ? [] : [address.route];
}

interface ParentField {
  readonly field: string;
  readonly section: SectionName;
}
/** The page of the row that this one belongs to; that of another row while the form names none. */
async function listParentPages(
  reader: SiteReader,
  { entity, row }: RowOverlay,
  { field, section }: ParentField,
): Promise<PreviewPages> {
  const { entity: parentEntity } = SITE_SECTIONS[section];
  const where = { field: 'id', op: 'IN', value: readIds(row, field) } as const;
  const chosen = where.value.length === 0 ? [] : await reader.rows(parentEntity, { where, limit: 1 });
  const parents = [...chosen, ...(await reader.rows(parentEntity, { limit: 1 }))];
  return {
    pages: parents.map((parent) => ({
      route: { page: 'detail', section, key: rowKey(section, parent) },
      overlays: [{ entity, row: { ...row, [field]: readNumber(parent, 'id') } }],
    })),
    field,
  };
}

/** The page that uses a template; a sample page while none does. Templates of other channels have no page. */
async function listTemplatePages(reader: SiteReader, row: RowOverlay['row']): Promise<PreviewPages> {
  if (row['type'] !== 'website') return { pages: [], field: 'type' };
  const where = { field: 'template_id', op: '=', value: row.id } as const;
  const [user] = row.id === 0 ? [] : await reader.rows('page', { where, limit: 1 });
  const template = { entity: 'site_template', row: { ...row, id: row.id || UNSAVED_ID } };
  const sample = { entity: 'page', row: samplePage(template.row.id) };
  const pages: readonly PreviewPage[] =
    user === undefined
      ? [{ route: { page: 'page', slug: UNSAVED_KEY }, overlays: [template, sample] }]
      : [{ route: { page: 'page', slug: stringOrEmpty(user['slug']) }, overlays: [template] }];
  return { pages, field: 'type' };
}

/** A page in both languages with the layout of a template. */
function samplePage(templateId: number): WireRow & { readonly id: number } {
  const textsIn = (lang: 'zh-cn' | 'en') => {
    const paragraph = `<p>${translate(lang, 'site.sample.text')}</p>`;
    const heading = `<h2>${translate(lang, 'site.sample.heading')}</h2>`;
    return { title: translate(lang, 'site.sample.title'), content: (heading + paragraph.repeat(2)).repeat(3) };
  };
  const [chinese, english] = [textsIn('zh-cn'), textsIn('en')];
  return {
    ...chinese,
    id: 0,
    slug: UNSAVED_KEY,
    template_id: templateId,
    status: 1,
    title_en: english.title,
    content_en: english.content,
  };
}

/** Loads the page of one row with everything that belongs to it. */
import type { Filter } from '../../../../common/entity/filter';
import type { WireRow } from '../../../../common/entity/projectRow';
import { localizedValue } from '../../../../common/entity/translations/localizedValue';
import type { CardGroup, PageContent, PluginFacts, Testimonial } from '../../../../common/site/pageData';
import type { SiteRoute } from '../../../../common/site/sitePaths';
import { SITE_SECTIONS, type SectionName } from '../../../../common/site/siteSections';
import { loadCardGroup, PLAIN_CARD, formatPrice } from './cards';
import {
  formatDay,
  createFileUrl,
  createHref,
  readIds,
  readNumber,
  getPublishTime,
  getSiteText,
  readFormattedText,
  readLocalizedText,
  readLocalizedTexts,
  type PageScope,
} from './pageScope';

type DetailRoute = SiteRoute & { readonly page: 'detail' };
export type DetailContent = PageContent & { readonly kind: 'detail' };
export interface LoadedDetail {
  readonly content: DetailContent;
  readonly row: WireRow;
}

const TITLE_FIELD: Partial<Readonly<Record<SectionName, string>>> = { hardware: 'name', devices: 'name' };
const PICTURE_FIELD: Partial<Readonly<Record<SectionName, string>>> = {
  products: 'thumbnail',
  cases: 'thumbnail',
  news: 'thumbnail',
  articles: 'img',
};
const MAX_RELATED = 6;
const LISTED = 1;
/** The page of a row; undefined when no such row is published. */
export async function loadDetail(scope: PageScope, route: DetailRoute): Promise<LoadedDetail | undefined> {
  const { section, key } = route;
  const { entity, key: keyField } = SITE_SECTIONS[section];
  const where: Filter = { field: keyField, op: '=', value: keyField === 'id' ? Number(key) : key };
  const [row] = await scope.reader.rows(entity, { where, limit: 1, withLongColumns: true });
  if (row === undefined) return undefined;
  const testimonial = section === 'articles' ? await loadTestimonial(scope, row) : undefined;
  const plugin = section === 'plugins' ? await loadPluginFacts(scope, row) : undefined;
  const content: DetailContent = {
    kind: 'detail',
    section,
    title: readLocalizedText(scope, row, TITLE_FIELD[section] ?? 'title'),
    subTitle: readLocalizedText(scope, row, section === 'cases' ? 'info' : 'sub_title'),
    text: readLocalizedText(scope, row, 'description'),
    meta: section === 'news' || section === 'articles' ? formatDay(scope, getPublishTime(row)) : '',
    picture: await loadPicture(scope, section, row),
    icon: typeof row['icon'] === 'string' ? row['icon'] : '',
    video: createFileUrl(scope, row['video']),
    labels: readLocalizedTexts(scope, row, 'labels'),
    html: readFormattedText(scope, row, 'content'),
    mobileHtml: readFormattedText(scope, row, 'mobile_content'),
    related: await loadRelated(scope, section, row),
    back: {
      title: getSiteText(scope, `sections.${section}`),
      href: createHref(scope, { page: 'list', section, number: 1 }),
    },
    ...(section === 'articles'
      ? {
          counters: {
            id: readNumber(row, 'id'),
            views: readNumber(row, 'views_num'),
            likes: readNumber(row, 'like_num'),
          },
        }
      : {}),
    ...(testimonial ? { testimonial } : {}),
    ...(plugin ? { plugin } : {}),
  };
  return { content, row };
}

async function loadPicture(scope: PageScope, section: SectionName, row: WireRow): Promise<string> {
  if (section !== 'plugins') return createFileUrl(scope, row[PICTURE_FIELD[section] ?? '']);
  const [id] = [...readIds(row, 'cover_id'), ...readIds(row, 'thumb_id')];
  if (id === undefined) return '';
  return createFileUrl(scope, (await scope.reader.fileUrls([id])).get(id));
}

const hasIds = (ids: readonly number[]): Filter => ({ field: 'id', op: 'IN', value: ids });
const mentions = (field: string, id: number): Filter => ({ field, op: 'FIND_IN_SET', value: id });

/** Groups of rows that the row refers to, or that refer to it. */
async function loadRelated(scope: PageScope, section: SectionName, row: WireRow): Promise<readonly CardGroup[]> {
  const id = readNumber(row, 'id');
  switch (section) {
    case 'products':
      return flatten([
        loadCardGroup(scope, 'devices', { where: hasIds(readIds(row, 'terminal_ids')) }),
        loadCardGroup(scope, 'hardware', { where: hasIds(readIds(row, 'hardware_ids')) }),
        loadApps(scope, readIds(row, 'app_ids')),
        loadCardGroup(scope, 'cases', { where: hasIds(readIds(row, 'case_ids')), limit: MAX_RELATED }),
      ]);
    case 'cases':
      return flatten([
        loadApps(scope, readIds(row, 'app_ids')),
        loadCardGroup(scope, 'products', { where: mentions('case_ids', id), limit: MAX_RELATED }),
      ]);
    case 'solutions':
      return readNumber(row, 'is_show_case') === 1
        ? loadCardGroup(scope, 'cases', { where: hasIds(readIds(row, 'case_ids')), limit: MAX_RELATED })
        : [];
    case 'hardware':
      return loadCardGroup(scope, 'products', { where: mentions('hardware_ids', id) });
    case 'devices':
      return loadCardGroup(scope, 'products', { where: mentions('terminal_ids', id) });
    case 'news':
      return loadCardGroup(scope, 'news', {
        where: { field: 'id', op: '<>', value: id },
        limit: 3,
        title: getSiteText(scope, 'more_news'),
      });
    case 'articles':
      return loadCardGroup(scope, 'plugins', { where: hasIds(readIds(row, 'plugin_id')) });
    case 'plugins':
      return flatten([
        loadCardGroup(scope, 'plugins', {
          where: hasIds(await relatedPlugins(scope, id)),
          title: getSiteText(scope, 'works_with'),
        }),
        loadCardGroup(scope, 'articles', { where: { field: 'plugin_id', op: '=', value: id }, limit: 3 }),
      ]);
  }
}

const flatten = async (groups: readonly Promise<readonly CardGroup[]>[]): Promise<readonly CardGroup[]> =>
  (await Promise.all(groups)).flat();

const relatedPlugins = async (scope: PageScope, id: number): Promise<readonly number[]> => {
  const rows = await scope.reader.rows('plugin_function', { where: { field: 'plugin_id', op: '=', value: id } });
  return rows.flatMap((row) => readIds(row, 'relate_plugin_id'));
};

/** Apps have no pages: their cards lead nowhere. */
async function loadApps(scope: PageScope, ids: readonly number[]): Promise<readonly CardGroup[]> {
  const apps = await scope.reader.namedApps(ids.slice(0, MAX_RELATED));
  if (apps.length === 0) return [];
  const cards = apps.map((named) => ({
    ...PLAIN_CARD,
    title: localizedValue(named, 'title', scope.lang),
    text: localizedValue(named, 'info', scope.lang),
    icon: named.icon,
  }));
  return [{ title: getSiteText(scope, 'apps'), cards, moreHref: '' }];
}

async function loadTestimonial(scope: PageScope, article: WireRow): Promise<Testimonial | undefined> {
  const where: Filter = { field: 'news_id', op: '=', value: readNumber(article, 'id') };
  const [row] = await scope.reader.rows('news_case', { where, limit: 1 });
  if (row === undefined) return undefined;
  const [logo] = readIds(row, 'company_logo_id');
  const [portrait] = readIds(row, 'company_user_avator_id');
  const urls = await scope.reader.fileUrls([logo, portrait].filter((id) => id !== undefined));
  const users = readNumber(row, 'number_of_users');
  const facts: readonly (readonly [string, string])[] = [
    ['country', readLocalizedText(scope, row, 'country')],
    ['industry', readLocalizedText(scope, row, 'industry')],
    ['users', users === 0 ? '' : users.toLocaleString(scope.lang === 'en' ? 'en-US' : 'zh-CN')],
    ['since', readLocalizedText(scope, row, 'implementation_time')],
  ];
  return {
    quotation: readLocalizedText(scope, row, 'reflections'),
    person: readLocalizedText(scope, row, 'company_user'),
    position: readLocalizedText(scope, row, 'company_user_position'),
    portrait: createFileUrl(scope, portrait === undefined ? '' : urls.get(portrait)),
    logo: createFileUrl(scope, logo === undefined ? '' : urls.get(logo)),
    facts: facts
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [getSiteText(scope, `facts.${name}`), value]),
  };
}

async function loadPluginFacts(scope: PageScope, row: WireRow): Promise<PluginFacts> {
  const ofPlugin: Filter = { field: 'plugin_id', op: '=', value: readNumber(row, 'id') };
  const listed: Filter = { all: [ofPlugin, { field: 'status', op: '=', value: LISTED }] };
  const functions = await scope.reader.rows('plugin_function', { where: ofPlugin });
  const versions = await scope.reader.rows('plugin_version', { where: listed, limit: 10 });
  const icons = await scope.reader.fileUrls(functions.flatMap((functionRow) => readIds(functionRow, 'icon_id')));
  const [featureId] = readIds(row, 'characteristic_img_id');
  const features = await scope.reader.fileUrls(featureId === undefined ? [] : [featureId]);
  return {
    price: formatPrice(scope, row),
    author: readLocalizedText(scope, row, 'author'),
    score: readNumber(row, 'score'),
    demoHref: readLocalizedText(scope, row, 'demo_url'),
    featureImage: createFileUrl(scope, featureId === undefined ? '' : features.get(featureId)),
    functions: functions.map((functionRow) => ({
      ...PLAIN_CARD,
      title: readLocalizedText(scope, functionRow, 'name'),
      text: readLocalizedText(scope, functionRow, 'describe'),
      picture: createFileUrl(scope, icons.get(readIds(functionRow, 'icon_id')[0] ?? 0)),
    })),
    versions: versions.map((versionRow) => ({
      version: readLocalizedText(scope, versionRow, 'version'),
      date: readLocalizedText(scope, versionRow, 'date'),
      text: readLocalizedText(scope, versionRow, 'explain'),
    })),
  };
}

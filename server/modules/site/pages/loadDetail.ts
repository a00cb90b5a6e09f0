/** Loads the page of one row with everything that belongs to it. */
import type { Filter } from '../../../../common/entity/filter';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { CardGroup, PageContent, PluginFacts, Testimony } from '../../../../common/site/pageData';
import type { SiteRoute } from '../../../../common/site/sitePaths';
import { SITE_SECTIONS, type SectionName } from '../../../../common/site/siteSections';
import { loadCardGroup, PLAIN_CARD, priceOf } from './cards';
import { dayOf, fileHref, hrefTo, idsOf, numberOf, siteText, textOf, textsOf, type PageScope } from './pageScope';

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
  const testimony = section === 'articles' ? await loadTestimony(scope, row) : undefined;
  const plugin = section === 'plugins' ? await loadPluginFacts(scope, row) : undefined;
  const content: DetailContent = {
    kind: 'detail',
    section,
    title: textOf(scope, row, TITLE_FIELD[section] ?? 'title'),
    subTitle: textOf(scope, row, section === 'cases' ? 'info' : 'sub_title'),
    text: textOf(scope, row, 'description'),
    meta: section === 'news' || section === 'articles' ? dayOf(scope, row, 'create_time') : '',
    picture: await pictureOf(scope, section, row),
    icon: typeof row['icon'] === 'string' ? row['icon'] : '',
    video: fileHref(scope, row['video']),
    labels: textsOf(scope, row, 'labels'),
    html: textOf(scope, row, 'content'),
    mobileHtml: textOf(scope, row, 'mobile_content'),
    related: await loadRelated(scope, section, row),
    back: { title: siteText(scope, `sections.${section}`), href: hrefTo(scope, { page: 'list', section, number: 1 }) },
    ...(section === 'articles'
      ? { counters: { id: numberOf(row, 'id'), views: numberOf(row, 'views_num'), likes: numberOf(row, 'like_num') } }
      : {}),
    ...(testimony ? { testimony } : {}),
    ...(plugin ? { plugin } : {}),
  };
  return { content, row };
}

async function pictureOf(scope: PageScope, section: SectionName, row: WireRow): Promise<string> {
  if (section !== 'plugins') return fileHref(scope, row[PICTURE_FIELD[section] ?? '']);
  const [id] = [...idsOf(row, 'cover_id'), ...idsOf(row, 'thumb_id')];
  if (id === undefined) return '';
  return fileHref(scope, (await scope.reader.fileUrls([id])).get(id));
}

const hasIds = (ids: readonly number[]): Filter => ({ field: 'id', op: 'IN', value: ids });
const mentions = (field: string, id: number): Filter => ({ field, op: 'FIND_IN_SET', value: id });

/** Groups of rows that the row refers to, or that refer to it. */
async function loadRelated(scope: PageScope, section: SectionName, row: WireRow): Promise<readonly CardGroup[]> {
  const id = numberOf(row, 'id');
  switch (section) {
    case 'products':
      return flatten([
        loadCardGroup(scope, 'devices', { where: hasIds(idsOf(row, 'terminal_ids')) }),
        loadCardGroup(scope, 'hardware', { where: hasIds(idsOf(row, 'hardware_ids')) }),
        loadApps(scope, idsOf(row, 'app_ids')),
        loadCardGroup(scope, 'cases', { where: hasIds(idsOf(row, 'case_ids')), limit: MAX_RELATED }),
      ]);
    case 'cases':
      return flatten([
        loadApps(scope, idsOf(row, 'app_ids')),
        loadCardGroup(scope, 'products', { where: mentions('case_ids', id), limit: MAX_RELATED }),
      ]);
    case 'solutions':
      return numberOf(row, 'is_show_case') === 1 ? loadCardGroup(scope, 'cases', { limit: MAX_RELATED }) : [];
    case 'hardware':
      return loadCardGroup(scope, 'products', { where: mentions('hardware_ids', id) });
    case 'devices':
      return loadCardGroup(scope, 'products', { where: mentions('terminal_ids', id) });
    case 'news':
      return loadCardGroup(scope, 'news', {
        where: { field: 'id', op: '<>', value: id },
        limit: 3,
        title: siteText(scope, 'more_news'),
      });
    case 'articles':
      return loadCardGroup(scope, 'plugins', { where: hasIds(idsOf(row, 'plugin_id')) });
    case 'plugins':
      return flatten([
        loadCardGroup(scope, 'plugins', {
          where: hasIds(await relatedPlugins(scope, id)),
          title: siteText(scope, 'works_with'),
        }),
        loadCardGroup(scope, 'articles', { where: { field: 'plugin_id', op: '=', value: id }, limit: 3 }),
      ]);
  }
}

const flatten = async (groups: readonly Promise<readonly CardGroup[]>[]): Promise<readonly CardGroup[]> =>
  (await Promise.all(groups)).flat();

const relatedPlugins = async (scope: PageScope, id: number): Promise<readonly number[]> => {
  const rows = await scope.reader.rows('plugin_function', { where: { field: 'plugin_id', op: '=', value: id } });
  return rows.flatMap((row) => idsOf(row, 'relate_plugin_id'));
};

/** Apps have no pages: their cards lead nowhere. */
async function loadApps(scope: PageScope, ids: readonly number[]): Promise<readonly CardGroup[]> {
  const apps = await scope.reader.namedApps(ids.slice(0, MAX_RELATED));
  if (apps.length === 0) return [];
  const cards = apps.map(({ title, info, icon }) => ({ ...PLAIN_CARD, title, text: info, icon }));
  return [{ title: siteText(scope, 'apps'), cards, moreHref: '' }];
}

async function loadTestimony(scope: PageScope, article: WireRow): Promise<Testimony | undefined> {
  const where: Filter = { field: 'news_id', op: '=', value: numberOf(article, 'id') };
  const [row] = await scope.reader.rows('news_case', { where, limit: 1 });
  if (row === undefined) return undefined;
  const [logo] = idsOf(row, 'company_logo_id');
  const [portrait] = idsOf(row, 'company_user_avator_id');
  const urls = await scope.reader.fileUrls([logo, portrait].filter((id) => id !== undefined));
  const users = numberOf(row, 'number_of_users');
  const facts: readonly (readonly [string, string])[] = [
    ['country', textOf(scope, row, 'country')],
    ['industry', textOf(scope, row, 'industry')],
    ['users', users === 0 ? '' : users.toLocaleString(scope.lang === 'en' ? 'en-US' : 'zh-CN')],
    ['since', textOf(scope, row, 'implementation_time')],
  ];
  return {
    quotation: textOf(scope, row, 'reflections'),
    person: textOf(scope, row, 'company_user'),
    position: textOf(scope, row, 'company_user_position'),
    portrait: fileHref(scope, portrait === undefined ? '' : urls.get(portrait)),
    logo: fileHref(scope, logo === undefined ? '' : urls.get(logo)),
    facts: facts.filter(([, value]) => value !== '').map(([name, value]) => [siteText(scope, `facts.${name}`), value]),
  };
}

async function loadPluginFacts(scope: PageScope, row: WireRow): Promise<PluginFacts> {
  const ofPlugin: Filter = { field: 'plugin_id', op: '=', value: numberOf(row, 'id') };
  const listed: Filter = { all: [ofPlugin, { field: 'status', op: '=', value: LISTED }] };
  const functions = await scope.reader.rows('plugin_function', { where: ofPlugin });
  const versions = await scope.reader.rows('plugin_version', { where: listed, limit: 10 });
  const icons = await scope.reader.fileUrls(functions.flatMap((one) => idsOf(one, 'icon_id')));
  const [featureId] = idsOf(row, 'characteristic_img_id');
  const features = await scope.reader.fileUrls(featureId === undefined ? [] : [featureId]);
  return {
    price: priceOf(scope, row),
    author: textOf(scope, row, 'author'),
    score: numberOf(row, 'score'),
    demoHref: textOf(scope, row, 'demo_url'),
    featurePicture: fileHref(scope, featureId === undefined ? '' : features.get(featureId)),
    functions: functions.map((one) => ({
      ...PLAIN_CARD,
      title: textOf(scope, one, 'name'),
      text: textOf(scope, one, 'describe'),
      picture: fileHref(scope, icons.get(idsOf(one, 'icon_id')[0] ?? 0)),
    })),
    versions: versions.map((one) => ({
      version: textOf(scope, one, 'version'),
      date: textOf(scope, one, 'date'),
      text: textOf(scope, one, 'explain'),
    })),
  };
}

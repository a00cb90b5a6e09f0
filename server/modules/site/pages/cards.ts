/** Turns rows of the site's entities into cards: title, summary, image and address. */
import { stringOrEmpty } from '../../../../common/json';
import type { WireRow } from '../../../../common/entity/projectRow';
import { truncate } from '../../../../common/text/normalize';
import type { Card, CardGroup } from '../../../../common/site/pageData';
import { SITE_SECTIONS, type SectionName } from '../../../../common/site/siteSections';
import {
  formatDay,
  createFileUrl,
  createHref,
  readIds,
  readNumber,
  getPublishTime,
  getSiteText,
  readLocalizedText,
  readLocalizedTexts,
  type PageScope,
} from './pageScope';
import type { RowsQuery } from '../siteReader';

/** A card without address, image or marks. */
export const PLAIN_CARD: Card = {
  title: '',
  text: '',
  href: '',
  picture: '',
  icon: '',
  meta: '',
  labels: [],
  isRecommended: false,
};

/** The fields of a section's rows that a card shows. */
interface CardFields {
  readonly title: string;
  readonly text: string;
  /** A field with the path of an image. */
  readonly picture?: string;
  /** A field with the id of an image; the first one that is set counts. */
  readonly imageIds?: readonly string[];
  readonly icon?: string;
  readonly labels?: string;
}
const CARD_FIELDS: Readonly<Record<SectionName, CardFields>> = {
  products: { title: 'title', text: 'sub_title', picture: 'thumbnail', labels: 'labels' },
  solutions: { title: 'title', text: 'description' },
  cases: { title: 'title', text: 'info', picture: 'thumbnail' },
  news: { title: 'title', text: 'description', picture: 'thumbnail' },
  articles: { title: 'title', text: 'description', picture: 'img' },
  plugins: { title: 'title', text: 'description', imageIds: ['icon_id', 'thumb_id', 'cover_id'] },
  hardware: { title: 'name', text: '', icon: 'icon' },
  devices: { title: 'name', text: '', icon: 'icon' },
};

/** Icons of cards without an image or an icon of their own. */
const PLACEHOLDER_ICONS: Readonly<Record<SectionName, string>> = {
  products: 'inventory',
  solutions: 'lightbulb',
  cases: 'star',
  news: 'description',
  articles: 'description',
  plugins: 'extension',
  hardware: 'developer_board',
  devices: 'devices',
};

const MAX_CARD_TEXT = 180;

/** The last part of the address of a row. */
export const rowKey = (section: SectionName, row: WireRow): string =>
  stringOrEmpty(row[SITE_SECTIONS[section].key]) || String(readNumber(row, 'id'));

/** The line beside the title of a card. */
function getMeta(scope: PageScope, section: SectionName, row: WireRow): string {
  if (section === 'news' || section === 'articles') return formatDay(scope, getPublishTime(row));
  if (section === 'plugins') return formatPrice(scope, row);
  return '';
}

/** The price of a plugin in the site's currency; a word for a plugin without a price. */
export function formatPrice({ services, lang }: PageScope, row: WireRow): string {
  const amount = Number(row['price'] ?? 0);
  if (amount === 0) return getSiteText({ lang }, 'free');
  const { currency } = services.settings;
  return new Intl.NumberFormat(lang === 'en' ? 'en-US' : 'zh-CN', { style: 'currency', currency }).format(amount);
}

/** The cards of some rows of a section, in the same order. */
export async function toCards(
  scope: PageScope,
  section: SectionName,
  rows: readonly WireRow[],
): Promise<readonly Card[]> {
  const fields = CARD_FIELDS[section];
  const { imageIds = [] } = fields;
  const urls = await scope.reader.fileUrls(rows.flatMap((row) => imageIds.flatMap((field) => readIds(row, field))));
  return rows.map((row) => {
    const byId = imageIds.flatMap((field) => readIds(row, field)).find((id) => urls.has(id));
    const picture = createFileUrl(scope, byId === undefined ? row[fields.picture ?? ''] : urls.get(byId));
    const icon = fields.icon === undefined ? '' : stringOrEmpty(row[fields.icon]);
    return {
      title: readLocalizedText(scope, row, fields.title),
      text: fields.text === '' ? '' : truncate(readLocalizedText(scope, row, fields.text), MAX_CARD_TEXT),
      href: createHref(scope, { page: 'detail', section, key: rowKey(section, row) }),
      picture,
      icon: icon === '' && picture === '' ? PLACEHOLDER_ICONS[section] : icon,
      meta: getMeta(scope, section, row),
      labels: fields.labels === undefined ? [] : readLocalizedTexts(scope, row, fields.labels).slice(0, 4),
      isRecommended: section === 'plugins' && readNumber(row, 'is_tj') === 1,
    };
  });
}

/** A titled group of cards of one section; undefined when no row matches. */
export async function loadCardGroup(
  scope: PageScope,
  section: SectionName,
  query: RowsQuery & { readonly title?: string },
): Promise<readonly CardGroup[]> {
  const rows = await scope.reader.rows(SITE_SECTIONS[section].entity, query);
  if (rows.length === 0) return [];
  return [
    {
      title: query.title ?? getSiteText(scope, `sections.${section}`),
      cards: await toCards(scope, section, rows),
      moreHref: createHref(scope, { page: 'list', section, number: 1 }),
    },
  ];
}

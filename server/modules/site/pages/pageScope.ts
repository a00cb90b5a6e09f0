/** The context that all loaders of one page share: the reader, the language, and addresses in that language. */
import { asStringList, stringOrEmpty } from '../../../../common/json';
import { localizedValue } from '../../../../common/entity/translations/localizedValue';
import type { WireRow } from '../../../../common/entity/projectRow';
import {
  homeLink,
  localPath,
  parseSitePath,
  sitePath,
  type SiteLang,
  type SiteRoute,
} from '../../../../common/site/sitePaths';
import { fileUrl } from '../../../../common/text/fileUrl';
import { translate } from '../../../../common/locales/translate';
import type { TranslationKey } from '../../../../common/locales/index';
import { withoutForeignImages } from '../../../../common/text/richText/foreignImages';
import type { Services } from '../../../context';
import { listOwnUrls } from '../../../engine/write/stages/validateInput';
import type { SiteReader } from '../siteReader';

export interface PageScope {
  readonly services: Services;
  readonly reader: SiteReader;
  readonly lang: SiteLang;
  readonly defaultLang: SiteLang;
}

/** A text of the site's own pages in the language of the page. */
export const getSiteText = (
  { lang }: Pick<PageScope, 'lang'>,
  name: string,
  params: Readonly<Record<string, string | number>> = {},
): string => translate(lang, `site.${name}` as TranslationKey, params);

/** The address of a page in the language of this page. */
export const createHref = ({ lang, defaultLang }: Pick<PageScope, 'lang' | 'defaultLang'>, route: SiteRoute): string =>
  sitePath(lang, route, defaultLang);

/** A link that staff entered: paths of this site get the prefix of the page's language, other addresses stay. */
export function localizeLink(scope: Pick<PageScope, 'lang' | 'defaultLang'>, link: string): string {
  if (!link.startsWith('/') || link.startsWith('//')) return link;
  const [path = '', query = ''] = link.split('?');
  const address = parseSitePath(path.toLowerCase(), {}, scope.defaultLang);
  if (address === undefined || address.hasPrefix) return link;
  const end = query === '' ? '' : `?${query}`;
  return path === '/' ? homeLink(scope.lang) + end : localPath(scope.lang, path + end, scope.defaultLang);
}

/** The text of a field in the language of the page; an empty text where the row has none. */
export const readLocalizedText = ({ lang }: Pick<PageScope, 'lang'>, row: WireRow, field: string): string =>
  stringOrEmpty(localizedValue(row, field, lang));

/** A formatted text in the language of the page, without images of other websites. */
export const readFormattedText = (scope: PageScope, row: WireRow, field: string): string =>
  withoutForeignImages(readLocalizedText(scope, row, field), listOwnUrls(scope.services));

/** The texts of a list field in the language of the page. */
export const readLocalizedTexts = ({ lang }: Pick<PageScope, 'lang'>, row: WireRow, field: string): readonly string[] =>
  asStringList(localizedValue(row, field, lang)).filter((text) => text !== '');

export const readNumber = (row: WireRow, field: string): number => {
  const value = row[field];
  return typeof value === 'number' ? value : 0;
};

/** The ids that a field refers to, one or several. */
export function readIds(row: WireRow, field: string): readonly number[] {
  const value = row[field];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((id): id is number => typeof id === 'number' && id > 0);
}

/** The time in unix seconds at which visitors first saw a row of news or an article. */
export const getPublishTime = (row: WireRow): number =>
  readNumber(row, 'publish_time') || readNumber(row, 'create_time');

/** The day of a time in unix seconds, `yyyy-mm-dd` in the site's time zone; empty without a time. */
export function formatDay({ services }: Pick<PageScope, 'services'>, seconds: number): string {
  if (seconds <= 0) return '';
  const { timeZone } = services.settings;
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(seconds * 1000);
}

/** The URL of a stored file, on the CDN where one is set; empty without a file. */
export function createFileUrl({ services }: Pick<PageScope, 'services'>, path: unknown): string {
  return typeof path === 'string' && path !== '' ? fileUrl(path, services.settings.cdnUrl) : '';
}

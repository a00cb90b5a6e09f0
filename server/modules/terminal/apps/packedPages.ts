/**
 * The pages of a packed app: a static app that shows its texts and menu, and calls those interfaces of the app that browsers may call.
 * Its data is a file of the package, so the pages show the state at the time of the packaging.
 */
import { translate } from '../../../../common/locales/translate';
import { isObject, stringOrEmpty } from '../../../../common/json';
import { parseApiParameters, type ApiParameter } from '../../../../common/protocol/apiParameters';
import type { StoredRow } from '../../../../common/entity/columns';
import { escapeHtml } from '../../../platform/http/escapeHtml';
import { PACKED_SCRIPT, PACKED_STYLE } from './packedScript';

/** The folder of the pages in the archive. */
export const PAGE_FOLDER = 'web/';
const PAGE_FILE = /^[a-z]{1,20}\.(?:html|js|css|json|webp|png|jpg|gif)$/;
/** Whether a file of the archive is one of the pages. */
export const isPageFile = (name: string): boolean => PAGE_FILE.test(name);

/** An interface that needs neither a signature nor a signed-in person. */
export interface BrowserInterface {
  readonly name: string;
  readonly info: string;
  /** Below `/open/<app>`. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly isTest: boolean;
  readonly parameters: readonly ApiParameter[];
}
export interface PageParts {
  readonly app: StoredRow;
  readonly business: readonly StoredRow[];
  readonly interfaces: readonly BrowserInterface[];
  readonly logo: { readonly extension: string; readonly bytes: Buffer } | undefined;
}

const TEXTS = ['call', 'answer', 'failed', 'nothing', 'required', 'interfaces'] as const;
const textsIn = (lang: 'en' | 'zh-cn') =>
  Object.fromEntries(TEXTS.map((name) => [name, translate(lang, `pages.packed.${name}`)]));

/** The files of the pages by name. */
export function buildPages({ app, business, interfaces, logo }: PageParts): ReadonlyMap<string, Buffer> {
  const title = stringOrEmpty(app['title']);
  const data = {
    id: app['id'],
    title,
    title_en: stringOrEmpty(app['title_en']),
    info: stringOrEmpty(app['info']),
    info_en: stringOrEmpty(app['info_en']),
    description: stringOrEmpty(app['description']),
    // The key alone opens interfaces with simple authentication; without such an interface it stays inside.
    key: interfaces.length > 0 ? app['key'] : null,
    logo: logo ? `logo.${logo.extension}` : null,
    menu: buildMenu(business),
    interfaces,
    texts: { en: textsIn('en'), 'zh-cn': textsIn('zh-cn') },
  };
  return new Map<string, Buffer>([
    ['index.html', Buffer.from(indexPage(title))],
    ['app.js', Buffer.from(PACKED_SCRIPT)],
    ['app.css', Buffer.from(PACKED_STYLE)],
    ['data.json', Buffer.from(JSON.stringify(data))],
    ...(logo ? ([[`logo.${logo.extension}`, logo.bytes]] as const) : []),
  ]);
}

/** Published groups with the titles of their published entries. */
function buildMenu(business: readonly StoredRow[]) {
  const published = business.filter((row) => row['publish_status'] === 1);
  const below = (pid: unknown) => published.filter((row) => row['pid'] === pid && row['is_group'] !== 1);
  return published
    .filter((row) => row['is_group'] === 1)
    .map((group) => ({
      title: stringOrEmpty(group['title']),
      entries: below(group['id']).map((entry) => stringOrEmpty(entry['title'])),
    }));
}

const indexPage = (title: string): string => `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="app.css"></head>
<body><main id="app"></main><script type="module" src="app.js"></script></body></html>
`;

/** The row of an interface with its definition, as `packApp` reads it. */
export function toBrowserInterface(row: Readonly<Record<string, unknown>>): BrowserInterface {
  const stored: unknown = JSON.parse(stringOrEmpty(row['params']) || '[]');
  return {
    name: stringOrEmpty(row['name']),
    info: stringOrEmpty(row['info']),
    path: `/${stringOrEmpty(row['url']).replace(/^\/+/, '')}`,
    method: Number(row['method']) === 1 ? 'POST' : 'GET',
    isTest: Number(row['is_test']) === 1,
    parameters: parseApiParameters(isObject(stored) ? [] : stored).parameters,
  };
}

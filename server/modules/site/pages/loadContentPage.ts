/** A page that staff wrote in the console, with the layout of its site template. */
import { isObject } from '../../../../common/json';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { PageContent, PageLayout } from '../../../../common/site/pageData';
import { readFormattedText, readIds, readLocalizedText, type PageScope } from './pageScope';

const STANDARD_LAYOUT: PageLayout = { sign: 'standard', theme: 'light', columns: 1 };

export async function loadContentPage(
  scope: PageScope,
  slug: string,
): Promise<{ readonly content: PageContent; readonly row: WireRow } | undefined> {
  const where = { field: 'slug', op: '=', value: slug } as const;
  const [row] = await scope.reader.rows('page', { where, limit: 1, withLongColumns: true });
  if (row === undefined) return undefined;
  const content: PageContent = {
    kind: 'page',
    title: readLocalizedText(scope, row, 'title'),
    html: readFormattedText(scope, row, 'content'),
    layout: await loadLayout(scope, row),
  };
  return { content, row };
}

/** The layout that a page chose. Templates are staff's own: only their sign and settings reach the page, and only of enabled ones. */
async function loadLayout({ reader }: PageScope, page: WireRow): Promise<PageLayout> {
  const [id] = readIds(page, 'template_id');
  const template = id === undefined ? undefined : await reader.layoutTemplate(id);
  if (template === undefined) return STANDARD_LAYOUT;
  const { settings } = template;
  const { theme, columns }: Readonly<Record<string, unknown>> = isObject(settings) ? settings : {};
  return {
    sign: template.sign,
    theme: theme === 'dark' ? 'dark' : 'light',
    columns: typeof columns === 'number' && columns >= 1 && columns <= 4 ? Math.floor(columns) : 1,
  };
}

/** Loads a page that a module adds: the published rows of one of its entities. */
import { module } from '../../../../common/entities/module';
import type { WireRow } from '../../../../common/entity/projectRow';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { parseInstalledParts, type ModulePage } from '../../../../common/modules/moduleParts';
import type { PageContent, RowEntry } from '../../../../common/site/pageData';
import type { SiteRoute } from '../../../../common/site/sitePaths';
import type { Tx } from '../../../context';
import {
  createFileUrl,
  createHref,
  formatDay,
  readIds,
  readFormattedText,
  readLocalizedText,
  readNumber,
  type PageScope,
} from './pageScope';

type ModuleRoute = SiteRoute & { readonly page: 'module' };
type RowsContent = PageContent & { readonly kind: 'rows' };

const PAGE_SIZES: Readonly<Record<ModulePage['layout'], number>> = { questions: 100, entries: 20 };

/** The pages of all enabled modules. */
export async function loadModulePages(tx: Pick<Tx, 'rows'>): Promise<readonly ModulePage[]> {
  const rows = await tx.rows<{ readonly parts: string | null }>(
    "SELECT parts FROM `module` WHERE delete_time IS NULL AND state <> 'disabled' AND parts IS NOT NULL ORDER BY id",
  );
  return rows.flatMap(({ parts }) => parseInstalledParts(JSON.parse(parts ?? 'null')).pages);
}

/** The page of an address; undefined when no module has it, and beyond the last page. */
export async function loadModulePage(scope: PageScope, route: ModuleRoute): Promise<RowsContent | undefined> {
  const { reader, services, lang } = scope;
  reader.dependOn(module.name);
  const page = (await loadModulePages(reader.tx)).find(({ path }) => path === route.path);
  const entity = page && services.registry.get(page.entity);
  if (page === undefined || entity === undefined) return undefined;
  const { number } = route;
  const pageSize = PAGE_SIZES[page.layout];
  const pages = Math.max(1, Math.ceil((await reader.count(page.entity)) / pageSize));
  if (number > pages) return undefined;
  const rows = await reader.rows(page.entity, {
    limit: pageSize,
    offset: (number - 1) * pageSize,
    withLongColumns: true,
  });
  const pageHref = (at: number) => (at < 1 || at > pages ? '' : createHref(scope, { ...route, number: at }));
  const isHtml = (field: string) => entity.spec.fields[field]?.kind === 'rich_text';
  const toEntry = (row: WireRow): RowEntry => ({
    id: readNumber(row, 'id'),
    heading: readLocalizedText(scope, row, page.heading),
    meta: page.layout === 'entries' ? formatDay(scope, readNumber(row, 'create_time')) : '',
    body: isHtml(page.body)
      ? { text: readFormattedText(scope, row, page.body), isHtml: true }
      : { text: readLocalizedText(scope, row, page.body), isHtml: false },
    note: page.note === undefined ? '' : readLocalizedText(scope, row, page.note),
  });
  return {
    kind: 'rows',
    layout: page.layout,
    title: page.title[lang],
    text: page.description[lang],
    noteLabel: page.note === undefined ? '' : (entityLabels(entity, lang).fields[page.note] ?? ''),
    groups: await groupRows(scope, page, rows, toEntry),
    pager: { number, pages, previousHref: pageHref(number - 1), nextHref: pageHref(number + 1) },
  };
}

/** The rows below the published rows that they refer to; without a group, all of them in one. */
async function groupRows(
  scope: PageScope,
  { entity: name, group }: ModulePage,
  rows: readonly WireRow[],
  toEntry: (row: WireRow) => RowEntry,
): Promise<RowsContent['groups']> {
  const target = group === undefined ? undefined : scope.services.registry.get(name)?.spec.fields[group]?.options.to;
  const entity = typeof target === 'string' ? scope.services.registry.get(target) : undefined;
  if (group === undefined || entity === undefined)
    return rows.length === 0 ? [] : [{ title: '', picture: '', entries: rows.map(toEntry) }];
  const picture = Object.entries(entity.spec.fields).find(([, { kind }]) => kind === 'image')?.[0];
  return (await scope.reader.rows(entity.name)).flatMap((row) => {
    const entries = rows.filter((candidate) => readIds(candidate, group).includes(readNumber(row, 'id'))).map(toEntry);
    if (entries.length === 0) return [];
    const url = picture === undefined ? '' : createFileUrl(scope, row[picture]);
    return [{ title: readLocalizedText(scope, row, entity.spec.title), picture: url, entries }];
  });
}

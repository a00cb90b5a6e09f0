/** `POST /admin/site/preview`: a page of the site as it would be with the unsaved values of a form. Nothing is stored. */
import { z } from 'zod';
import { GUEST, readableColumns, writableColumns } from '../../../common/entity/access';
import { getColumns, type Column } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { projectRow, type WireRow } from '../../../common/entity/projectRow';
import { initialValues } from '../../../common/entity/validate';
import { fault } from '../../../common/protocol/faults';
import { PREVIEWED_ENTITIES, type PreviewResponse } from '../../../common/site/preview';
import { SITE_LANGS, type SiteLang } from '../../../common/site/sitePaths';
import { entityLabels } from '../../../common/locales/entityLabels';
import { findStylesIssues } from '../../hooks/site/homeBlockHooks';
import { assertPermission } from '../../engine/write/stages/authorize';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Reader } from '../../engine/read/reader';
import type { RequestContext } from '../../context';
import { findFileEntity, readFileNames, canReferToFiles } from '../../engine/write/stages/fileReferences';
import { checkInput, listOwnUrls } from '../../engine/write/stages/validateInput';
import { findPreviewPages, type PreviewPages } from './previewPages';
import type { Site } from './site';

const previewInput = z.strictObject({
  entity: z.string().max(64),
  id: z.number().int().positive().nullable(),
  values: z.record(z.string().max(64), z.unknown()),
  lang: z.enum(SITE_LANGS),
});

export interface PreviewDeps extends ModuleServices {
  readonly site: Site;
}

export function registerSitePreviewRoute({ routes: { add: route }, reader, site }: PreviewDeps): void {
  route({
    method: 'POST',
    path: '/admin/site/preview',
    realm: 'admin',
    access: 'admin',
    tokenScope: 'any',
    query: [],
    body: 'json',
    bodyLimit: 2 * 1024 * 1024,
    input: previewInput,
    summary: 'Preview a page of the public site with unsaved values',
    handler: (call) => preview(call, { reader, site }),
  });
}

async function preview(
  { ctx, body }: RouteCall,
  { reader, site }: { readonly reader: Reader; readonly site: Site },
): Promise<HandlerResult> {
  const { entity: name, id, values, lang } = previewInput.parse(body);
  const entity = ctx.services.registry.get(name);
  if (entity === undefined || !PREVIEWED_ENTITIES.includes(name)) throw fault('row.missing');
  // An admin who may not change the row has nothing to preview.
  assertPermission(ctx.actor, permissionKey(entity, id === null ? 'add' : 'edit'));
  const stored = id === null ? initialValues(entity) : (await reader.get(ctx, entity, id)).row;
  const columns = writableColumns(ctx.actor, entity);
  const { values: checked, issues } = checkInput(entity, values, {
    mode: 'update',
    columns,
    ownUrls: listOwnUrls(ctx.services, ctx.host),
  });
  const refused = [...(await refusedFiles(ctx, entity, { valid: checked, stored })), ...refusedStyles(entity, checked)];
  const valid = Object.fromEntries(Object.entries(checked).filter(([field]) => !refused.includes(field)));
  const overlay = { entity: name, row: toPublishedRow(entity, { ...stored, id: id ?? 0 }, valid) };
  const page = await renderFirst(site, await findPreviewPages(ctx.services, overlay), lang);
  if (typeof page === 'string')
    throw fault('preview.no_page', { field: entityLabels(entity, ctx.lang).fields[page] ?? page });
  const invalid = [...new Set([...issues.map(({ path }) => path.split('.')[0] ?? path), ...refused])];
  return { data: { page, invalid } satisfies PreviewResponse };
}

/** The first of the pages that exists, else the name of the field that decides about the page. */
async function renderFirst(
  site: Site,
  { pages, field }: PreviewPages,
  lang: SiteLang,
): Promise<PreviewResponse['page'] | string> {
  for (const page of pages) {
    const rendered = await site.renderPreview(page, lang);
    if (rendered !== undefined) return rendered;
  }
  return field;
}

/** Fields with files that the actor may not refer to: a preview would show their addresses. */
async function refusedFiles(
  ctx: RequestContext,
  entity: AnyEntity,
  { valid, stored }: { readonly valid: WireRow; readonly stored: WireRow },
): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const [field, column] of getColumns(entity)) {
    const files = findFileEntity(ctx.services.registry, column);
    if (files === undefined || valid[field] === undefined) continue;
    const existing = new Set(readFileNames(column, stored[field]));
    const added = readFileNames(column, valid[field]).filter((fileName) => !existing.has(fileName));
    if (!(await canReferToFiles({ ctx }, files, column, added))) refused.push(field);
  }
  return refused;
}

/** Fields with styles that a save would refuse: they could leave their block. */
const refusedStyles = ({ name }: AnyEntity, values: WireRow): readonly string[] =>
  name === 'home_block' ? findStylesIssues(values).map(({ path }) => path) : [];

/** Columns of templates that reach a page, though guests cannot read templates. */
const LAYOUT_COLUMNS: ReadonlySet<string> = new Set(['type', 'sign', 'form_data']);

/** The columns of a row that a page shows. */
const columnsOfPage = (entity: AnyEntity): readonly Column[] =>
  entity.name === 'site_template'
    ? [...getColumns(entity).values()].filter(({ name }) => LAYOUT_COLUMNS.has(name))
    : readableColumns(GUEST, entity);

/** The row as guests would read it: the columns of its page only, published. */
function toPublishedRow(
  entity: AnyEntity,
  stored: WireRow & { readonly id: number },
  changes: WireRow,
): WireRow & { readonly id: number } {
  const columns = columnsOfPage(entity);
  const names = new Set(columns.map(({ name }) => name));
  const readable = Object.fromEntries(Object.entries(stored).filter(([name]) => names.has(name)));
  return { ...readable, ...projectRow(entity, changes, columns), id: stored.id, status: 1 };
}

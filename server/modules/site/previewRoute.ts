/** `POST /admin/site/preview`: a page of the site as it would be with the unsaved values of a form. Nothing is stored. */
import { z } from 'zod';
import { GUEST, readableColumns, writableColumns } from '../../../common/entity/access';
import { columnsOf } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import { nodeOf } from '../../../common/entity/permissionNodes';
import { projectRow, type WireRow } from '../../../common/entity/projectRow';
import { initialValues } from '../../../common/entity/validate';
import { stringOrEmpty } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import { PREVIEWED_ENTITIES, type PreviewAnswer } from '../../../common/site/preview';
import { SITE_LANGS, type SiteRoute } from '../../../common/site/sitePaths';
import { findEntitySection } from '../../../common/site/siteSections';
import { invalidStyleFields } from '../../hooks/catalogue/homeBlockHooks';
import { assertPermission } from '../../engine/write/stages/authorize';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Reader } from '../../engine/read/reader';
import type { RequestContext } from '../../context';
import { findFileEntity, readFileNames, mayReferToFiles } from '../../engine/write/stages/fileReferences';
import { checkInput } from '../../engine/write/stages/validateInput';
import { rowKey } from './pages/cards';
import { readIds, readNumber } from './pages/pageScope';
import { readSite } from './siteReader';
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
  assertPermission(ctx.actor, nodeOf(entity, id === null ? 'add' : 'edit'));
  const stored = id === null ? initialValues(entity) : (await reader.get(ctx, entity, id)).row;
  const columns = writableColumns(ctx.actor, entity);
  const { values: checked, issues } = checkInput(entity, values, { mode: 'update', columns });
  const refused = [...(await refusedFiles(ctx, entity, { valid: checked, stored })), ...refusedStyles(entity, checked)];
  const valid = Object.fromEntries(Object.entries(checked).filter(([field]) => !refused.includes(field)));
  const overlay = { entity: name, row: toPublishedRow(entity, { ...stored, id: id ?? 0 }, valid) };
  const route = await routeOf(ctx.services, entity, overlay.row);
  const page = await site.preview({ lang, route }, overlay);
  if (page === undefined) throw fault('server.busy');
  const invalid = [...new Set([...issues.map(({ path }) => path.split('.')[0] ?? path), ...refused])];
  return { data: { page, invalid } satisfies PreviewAnswer };
}

/** Fields with files that the actor may not refer to: a preview would show their addresses. */
async function refusedFiles(
  ctx: RequestContext,
  entity: AnyEntity,
  { valid, stored }: { readonly valid: WireRow; readonly stored: WireRow },
): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const [field, column] of columnsOf(entity)) {
    const files = findFileEntity(ctx.services.registry, column);
    if (files === undefined || valid[field] === undefined) continue;
    const existing = new Set(readFileNames(column, stored[field]));
    const added = readFileNames(column, valid[field]).filter((fileName) => !existing.has(fileName));
    if (!(await mayReferToFiles({ ctx }, files, column, added))) refused.push(field);
  }
  return refused;
}

/** Fields with styles that a save would refuse: they could leave their block. */
const refusedStyles = ({ name }: AnyEntity, values: WireRow): readonly string[] =>
  name === 'home_block' ? invalidStyleFields(values) : [];

/** The row as guests would read it: their columns only, published. */
function toPublishedRow(
  entity: AnyEntity,
  stored: WireRow & { readonly id: number },
  changes: WireRow,
): WireRow & { readonly id: number } {
  const columns = readableColumns(GUEST, entity);
  const names = new Set(columns.map(({ name }) => name));
  const readable = Object.fromEntries(Object.entries(stored).filter(([name]) => names.has(name)));
  return { ...readable, ...projectRow(entity, changes, columns), id: stored.id, status: 1 };
}

/** The page on which a row is seen. */
async function routeOf(services: ModuleServices['services'], { name }: AnyEntity, row: WireRow): Promise<SiteRoute> {
  const section = findEntitySection(name);
  if (section !== undefined) return { page: 'detail', section, key: rowKey(section, row) };
  if (name === 'page') return { page: 'page', slug: stringOrEmpty(row['slug']) };
  if (name === 'news_category') return { page: 'list', section: 'news', number: 1 };
  if (name === 'plugin_category') return { page: 'list', section: 'plugins', number: 1 };
  if (name === 'news_case') return { page: 'detail', section: 'articles', key: String(readNumber(row, 'news_id')) };
  const [plugin] = readIds(row, 'plugin_id');
  if (plugin === undefined) return { page: 'home' };
  const where = { field: 'id', op: '=', value: plugin } as const;
  const [found] = await readSite(services, (reader) => reader.rows('plugin', { where }));
  return found === undefined ? { page: 'home' } : { page: 'detail', section: 'plugins', key: rowKey('plugins', found) };
}

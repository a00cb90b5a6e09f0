/** Records of the public site have a preview, and a link to the page on which visitors see them. */
import { grantedRows, GUEST } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { WireRow } from '../../../common/entity/projectRow';
import { compileFilter } from '../../../common/query/compileFilter';
import { PREVIEWED_ENTITIES } from '../../../common/site/preview';
import { findEntitySection, SITE_SECTIONS } from '../../../common/site/siteSections';
import type { RecordPreview } from '../../engine/preview/recordPreview';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

/** First segment and key of the address of a record; undefined for entities without pages. */
function findAddress(entity: AnyEntity): { readonly path: string; readonly key: string } | undefined {
  const section = findEntitySection(entity.name);
  if (section !== undefined) return SITE_SECTIONS[section];
  return entity.name === 'page' ? { path: 'page', key: 'slug' } : undefined;
}

/** The path of the page that shows a stored record; undefined while visitors cannot see it. */
export function findSiteAddress(entity: AnyEntity, row: WireRow): string | undefined {
  const address = findAddress(entity);
  const visible = grantedRows(GUEST, entity, 'read');
  if (address === undefined || visible === undefined || !compileFilter(entity, visible)(row)) return undefined;
  const key = row[address.key];
  return typeof key === 'number' || (typeof key === 'string' && key !== '') ? `/${address.path}/${key}` : undefined;
}

export const sitePreview: RecordPreview = {
  entities: PREVIEWED_ENTITIES,
  findPath: findSiteAddress,
  Preview: lazyWithRetry(async () => (await import('./SitePreview')).SitePreview),
};

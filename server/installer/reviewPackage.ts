/** Reviews a waiting package before its installation: metadata, requested permissions, changes and conflicts that block it. */
import { canonicalJson } from '../../common/canonicalJson';
import { serializeEntity } from '../../common/definition/parseEntity';
import type { AnyEntity } from '../../common/entity/entity';
import { asStringList, stringOrEmpty } from '../../common/json';
import type { ChangedEntity, ModuleReview } from '../../common/modules/review';
import { findConflicts, getEntityLabel, loadAvailable, type InstallerDeps } from './conflicts';
import { isInstalled, type StoredModule } from './moduleRow';

function changedEntities(
  { registry }: InstallerDeps,
  stored: StoredModule,
  incoming: readonly AnyEntity[],
): readonly ChangedEntity[] {
  const designed = new Map(registry.designed().map((entity) => [entity.name, entity]));
  const names = new Set(incoming.map(({ name }) => name));
  const getChange = (entity: AnyEntity): ChangedEntity['change'] => {
    const current = designed.get(entity.name);
    if (current === undefined) return 'created';
    return canonicalJson(serializeEntity(current)) === canonicalJson(serializeEntity(entity)) ? 'unchanged' : 'changed';
  };
  const gone = stored.entities.flatMap((name) => (names.has(name) ? [] : [designed.get(name)]));
  return [
    ...incoming.map((entity) => ({ name: entity.name, change: getChange(entity), label: getEntityLabel(entity) })),
    ...gone
      .filter((entity) => entity !== undefined)
      .map((entity) => ({ name: entity.name, change: 'removed' as const, label: getEntityLabel(entity) })),
  ];
}

/** A package with the key of the same signer can come from another source, which then offers all later updates. */
function findChangedSource(stored: StoredModule): Pick<ModuleReview, 'changedSource'> {
  const [before, after] = [stringOrEmpty(stored.row['source_url']), stringOrEmpty(stored.row['available_source_url'])];
  return isInstalled(stored) && before !== after ? { changedSource: { before, after } } : {};
}

/** Errors: `module.none_waits`, `module.package_gone`, and those of `readPackage`. */
export async function reviewPackage(deps: InstallerDeps, stored: StoredModule): Promise<ModuleReview> {
  const incoming = await loadAvailable(deps, stored);
  const { manifest, signer, entities, seeds, assets, code, folder, pages, dashboards } = incoming;
  const { uid, title, description, author, version, permissions } = manifest;
  const granted = isInstalled(stored) ? asStringList(stored.row['permissions']) : [];
  return {
    id: stored.id,
    uid,
    title,
    description,
    author,
    signer,
    version,
    installedVersion: isInstalled(stored) ? stored.version : '',
    installedSigner: isInstalled(stored) ? stringOrEmpty(stored.row['signer']) : '',
    ...findChangedSource(stored),
    permissions,
    newPermissions: permissions.filter((name) => !granted.includes(name)),
    entities: changedEntities(deps, stored, entities),
    seedRows: seeds.reduce((sum, { rows }) => sum + rows.length, 0),
    assets: assets.size,
    code: [...code].map(([path, source]) => ({ path, source })),
    dependencies: Object.entries(manifest.dependencies ?? {}).map(([name, release]) => `${name} ${release}`),
    ...(folder === undefined ? {} : { folder: folder.title }),
    pages: pages.map((page) => ({ path: `/${page.path}`, title: page.title })),
    dashboards: dashboards.map((dashboard) => dashboard.title),
    ...(await findConflicts(deps, stored, incoming)),
  };
}

/** The modules with active hooks (server-side plugin code): enabled, with the permission to run hooks. */
import { parseInstalledParts } from '../../../common/modules/moduleParts';
import { parsePermission, type PermissionParts } from '../../../common/modules/modulePermissions';
import { asStringList, stringOrEmpty } from '../../../common/json';
import type { Tx } from '../../context';
import { listModules, type StoredModule } from '../moduleRow';

export interface ActiveModule {
  readonly id: number;
  readonly uid: string;
  readonly packageDigest: string;
  /** Its own entities, whose values its hooks can change. */
  readonly entities: ReadonlySet<string>;
  readonly permissions: readonly PermissionParts[];
  readonly hookFailure: string;
  /** Its package cannot be read: its hooks cannot be asked, so the writes that they check are refused. */
  readonly isUnreadable: boolean;
  /** The ids of its dashboards. */
  readonly boards: ReadonlySet<number>;
}
export interface ActiveModules {
  readonly all: readonly ActiveModule[];
  /** Modules with such a hook for an entity; the owner of the entity is first. */
  readonly listModulesWithHook: (kind: 'before' | 'after', entity: string) => readonly ActiveModule[];
}

export const NO_MODULES: ActiveModules = { all: [], listModulesWithHook: () => [] };

/** Whether a module may do this with an entity or a host. */
export const hasModulePermission = (
  { permissions }: Pick<ActiveModule, 'permissions'>,
  kind: PermissionParts['kind'],
  subject = '',
): boolean => permissions.some((permission) => permission.kind === kind && permission.subject === subject);

/** While an update is being installed, the hooks of the installed version stay active; those of an unknown module are missed. */
const isActive = ({ state, packageDigest, withdrawn }: StoredModule): boolean =>
  packageDigest !== '' &&
  withdrawn === null &&
  ['installed', 'update', 'download', 'install', 'unknown'].includes(state);

const toActive = (stored: StoredModule): ActiveModule => ({
  id: stored.id,
  uid: stored.uid,
  packageDigest: stored.packageDigest,
  entities: new Set(stored.entities),
  permissions: asStringList(stored.row['permissions'])
    .map(parsePermission)
    .filter((one) => one !== undefined),
  hookFailure: stringOrEmpty(stored.row['hook_failure']),
  isUnreadable: stored.state === 'unknown',
  boards: new Set(Object.values(parseInstalledParts(stored.row['parts']).boards)),
});

export async function loadActiveModules(reader: Pick<Tx, 'rows'>): Promise<ActiveModules> {
  const all = (await listModules(reader))
    .filter(isActive)
    .map(toActive)
    .filter((module) => hasModulePermission(module, 'hooks'));
  const byHook = new Map<string, ActiveModule[]>();
  for (const module of all)
    for (const { kind, subject } of module.permissions) {
      if (kind !== 'before' && kind !== 'after') continue;
      const key = `${kind}:${subject}`;
      const others = byHook.get(key) ?? [];
      byHook.set(key, module.entities.has(subject) ? [module, ...others] : [...others, module]);
    }
  return { all, listModulesWithHook: (kind, entity) => byHook.get(`${kind}:${entity}`) ?? [] };
}

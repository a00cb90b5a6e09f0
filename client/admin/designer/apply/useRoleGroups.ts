/** The role groups as a tree, with the actions on an entity that each is granted already. */
import { adminGroup } from '../../../../common/entities/adminGroup';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { WireRow } from '../../../../common/entity/projectRow';
import { permissionActions, permissionKey } from '../../../../common/entity/permissionKeys';
import { asString, asStringList } from '../../../../common/json';
import { LIMITS } from '../../../../common/limits';
import { useEngine } from '../../../engine/engineContext';
import { rowsApi } from '../../../engine/data/rowsApi';
import { useRetainRows } from '../../../engine/data/useRetainRows';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectEntityRows } from '../../../shared/store/entities';

export interface RoleGroup {
  readonly id: number;
  /** The group above it; null for a root. */
  readonly pid: number | null;
  readonly name: string;
  readonly depth: number;
  /** Actions on the entity that it is granted already. */
  readonly grantedActions: readonly string[];
  /** It holds all permissions, future ones included. */
  readonly hasAll: boolean;
  /** Entities that fields refer to and that the group cannot read. */
  readonly unreadable: readonly AnyEntity[];
}

const ALL_PERMISSIONS = '*';

/** The rows in the order of the tree; a row whose parent is not among them is a root. */
function treeOrder(rows: readonly WireRow[]): readonly { readonly row: WireRow; readonly depth: number }[] {
  const ids = new Set(rows.map(({ id }) => id));
  const below = (parent: unknown, depth: number): readonly { readonly row: WireRow; readonly depth: number }[] =>
    rows
      .filter(({ pid }) => (typeof pid === 'number' && ids.has(pid) ? pid : null) === parent)
      .flatMap((row) => [{ row, depth }, ...(depth < rows.length ? below(row['id'], depth + 1) : [])]);
  return below(null, 0);
}

/** The other entities that fields refer to. */
const listTargets = ({ name, spec: { fields } }: AnyEntity): readonly string[] => [
  ...new Set(Object.values(fields).flatMap(({ options: { to } }) => (to === undefined || to === name ? [] : [to]))),
];

/** Undefined while they are fetched. */
export function useRoleGroups(entity: AnyEntity): readonly RoleGroup[] | undefined {
  const { get } = useEngine().registry;
  const params = { page: 1, limit: LIMITS.maxPageSize, order: 'id,asc' };
  const { data: page } = rowsApi.useListQuery({ e: adminGroup.name, params }, { refetchOnMountOrArgChange: true });
  const stored = useAppSelector(selectEntityRows(adminGroup.name));
  useRetainRows(adminGroup.name, page?.ids ?? []);
  if (page === undefined) return undefined;
  const rows = page.ids.flatMap((id) => {
    const cachedRow = stored?.[id];
    return cachedRow === undefined ? [] : [cachedRow.row];
  });
  const actions = permissionActions(entity);
  const targets = listTargets(entity).flatMap((name) => get(name) ?? []);
  return treeOrder(rows).map(({ row, depth }) => {
    const rules = asStringList(row['rules']);
    return {
      id: Number(row['id']),
      pid: typeof row['pid'] === 'number' ? row['pid'] : null,
      name: asString(row['name'], 60),
      depth,
      grantedActions: actions.filter((action) => rules.includes(permissionKey(entity, action))),
      hasAll: rules.includes(ALL_PERMISSIONS),
      unreadable: targets.filter((target) => !rules.includes(permissionKey(target, 'index'))),
    };
  });
}

/** Limits by the parent groups, which are loaded and followed live. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { WireRow } from '../../../../common/entity/projectRow';
import { rowsApi } from '../../../engine/data/rowsApi';
import { useRetainRows } from '../../../engine/data/useRetainRows';
import { useAppSelector } from '../../../shared/app/createStore';
import { asString, asStringList } from '../../../../common/json';
import { findLimit, listParentGroups, type ParentGroup } from './parentGroups';

const MAX_GROUPS = 200;
const NO_IDS: readonly number[] = [];

function parseGroup(row: WireRow): ParentGroup {
  const { pid, name, rules, status } = row;
  const permissions = asStringList(rules);
  return {
    pid: typeof pid === 'number' ? pid : null,
    name: asString(name),
    rules: permissions,
    isEnabled: status === 1,
  };
}

/** Returns a function that explains why a permission has no effect below this parent; undefined when it has effect. */
export function useParentLimits(parent: number | null): (permission: string) => string | undefined {
  const { t } = useTranslation();
  const args = useMemo(() => ({ e: 'admin_group', params: { page: 1, limit: MAX_GROUPS } }), []);
  const { data } = rowsApi.useListQuery(args, { skip: parent === null });
  const ids = data?.ids ?? NO_IDS;
  useRetainRows('admin_group', ids);
  const cachedRows = useAppSelector((state) => state.entities.rows['admin_group']);
  const parents = useMemo(() => {
    const known = Object.entries(cachedRows ?? {}).map(([id, { row }]) => [Number(id), parseGroup(row)] as const);
    return listParentGroups(parent, new Map(known));
  }, [cachedRows, parent]);
  return (permission) => {
    const limit = findLimit(permission, parents);
    if (limit === undefined) return undefined;
    return t(limit.isDisabled ? 'permissions.tree.parent_disabled' : 'permissions.tree.parent_lacks', {
      name: limit.name,
    });
  };
}

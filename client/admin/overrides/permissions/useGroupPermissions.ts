/** The role groups with their permissions: the first 200 are loaded once and followed live. */
import { useMemo } from 'react';
import type { WireRow } from '../../../../common/entity/projectRow';
import { asString, asStringList } from '../../../../common/json';
import { rowsApi } from '../../../engine/data/rowsApi';
import { useRetainRows } from '../../../engine/data/useRetainRows';
import { useAppSelector } from '../../../shared/app/createStore';
import type { ParentGroup } from './parentGroups';

const MAX_GROUPS = 200;
const NO_IDS: readonly number[] = [];

function parseGroup(row: WireRow): ParentGroup {
  const { pid, name, rules, status } = row;
  return {
    pid: typeof pid === 'number' ? pid : null,
    name: asString(name),
    rules: asStringList(rules),
    isEnabled: status === 1,
  };
}

/** All cached role groups by id. */
export function useGroupPermissions({ skip }: { readonly skip: boolean }): ReadonlyMap<number, ParentGroup> {
  const args = useMemo(() => ({ e: 'admin_group', params: { page: 1, limit: MAX_GROUPS } }), []);
  const { data } = rowsApi.useListQuery(args, { skip });
  const ids = data?.ids ?? NO_IDS;
  useRetainRows('admin_group', ids);
  const cachedRows = useAppSelector((state) => state.entities.rows['admin_group']);
  return useMemo(
    () => new Map(Object.entries(cachedRows ?? {}).map(([id, { row }]) => [Number(id), parseGroup(row)] as const)),
    [cachedRows],
  );
}

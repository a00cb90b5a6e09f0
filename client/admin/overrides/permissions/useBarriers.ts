/** What the groups above the edited one let through, read from the groups themselves and following them. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { WireRow } from '../../../../common/entity/projectRow';
import { rowsApi } from '../../../engine/data/rowsApi';
import { useRetainRows } from '../../../engine/data/useRetainRows';
import { useAppSelector } from '../../../shared/app/createStore';
import { asString, asStringList } from '../../../../common/json';
import { barrierOf, lineAbove, type GroupAbove } from './limits';

const MOST = 200;
const NOBODY: readonly number[] = [];

function groupOf(row: WireRow): GroupAbove {
  const { pid, name, rules, status } = row;
  const nodes = asStringList(rules);
  return { pid: typeof pid === 'number' ? pid : null, name: asString(name), rules: nodes, enabled: status === 1 };
}

/** Says of a permission why it would count for nothing under this parent; undefined where it would count. */
export function useBarriers(parent: number | null): (node: string) => string | undefined {
  const { t } = useTranslation();
  const args = useMemo(() => ({ e: 'admin_group', params: { page: 1, limit: MOST } }), []);
  const { data } = rowsApi.useListQuery(args, { skip: parent === null });
  const ids = data?.ids ?? NOBODY;
  useRetainRows('admin_group', ids);
  const held = useAppSelector((state) => state.entities.rows['admin_group']);
  const line = useMemo(() => {
    const known = Object.entries(held ?? {}).map(([id, { row }]) => [Number(id), groupOf(row)] as const);
    return lineAbove(parent, new Map(known));
  }, [held, parent]);
  return (node) => {
    const barrier = barrierOf(node, line);
    if (barrier === undefined) return undefined;
    return t(barrier.disabled ? 'permissions.tree.parent_disabled' : 'permissions.tree.parent_lacks', {
      name: barrier.name,
    });
  };
}

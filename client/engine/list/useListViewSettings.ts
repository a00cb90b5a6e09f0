/** Remembers the visible columns, column widths, folded branches and summary row of a list per user, in the browser (localStorage). */
import { useMemo } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import { useBootstrap } from '../../shared/api/bootstrap';
import { useAppDispatch, useAppSelector } from '../../shared/app/createStore';
import { DEFAULT_LIST_VIEW, type ListView } from '../../shared/store/listViews';
import { listViewChanged } from '../../shared/store/settings';
import { renameListColumns } from '../formState/renamedFields';

export interface ListViewSettings {
  readonly view: ListView;
  readonly changeView: (patch: Partial<ListView>) => void;
}
export function useListViewSettings(entity: AnyEntity): ListViewSettings {
  const { admin } = useBootstrap();
  const dispatch = useAppDispatch();
  const key = `${admin.id}/${entity.name}`;
  const stored = useAppSelector((state) => state.settings.lists[key]) ?? DEFAULT_LIST_VIEW;
  const view = useMemo(() => renameListColumns(entity, stored), [entity, stored]);
  return { view, changeView: (patch) => void dispatch(listViewChanged({ key, view: { ...view, ...patch } })) };
}

/** Remembers the visible columns, column widths, folded branches and summary row of a list per user, in the browser (localStorage). */
import { useMemo } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import { useBootstrap } from '../../shared/api/bootstrap';
import { useAppDispatch, useAppSelector } from '../../shared/app/createStore';
import { DEFAULT_LIST_VIEW, type ListView } from '../../shared/store/listViews';
import { listViewChanged } from '../../shared/store/settings';
import { getRenames, renameKeys } from '../formState/renamedFields';

export interface ListViewSettings {
  readonly view: ListView;
  readonly changeView: (patch: Partial<ListView>) => void;
}
/** The settings with the present names of fields that were renamed since they were stored. */
export function followRenamedColumns(entity: AnyEntity, view: ListView): ListView {
  const renames = getRenames(entity);
  if (Object.keys(renames).length === 0) return view;
  const columns = view.columns && [...new Set(view.columns.map((name) => renames[name] ?? name))];
  return { ...view, columns, widths: renameKeys(view.widths, renames) };
}

export function useListViewSettings(entity: AnyEntity): ListViewSettings {
  const { admin } = useBootstrap();
  const dispatch = useAppDispatch();
  const key = `${admin.id}/${entity.name}`;
  const stored = useAppSelector((state) => state.settings.lists[key]) ?? DEFAULT_LIST_VIEW;
  const view = useMemo(() => followRenamedColumns(entity, stored), [entity, stored]);
  return { view, changeView: (patch) => void dispatch(listViewChanged({ key, view: { ...view, ...patch } })) };
}

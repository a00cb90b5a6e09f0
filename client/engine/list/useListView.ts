/** How this person looks at this list; kept by the browser. */
import type { AnyEntity } from '../../../common/entity/entity';
import { useBootstrap } from '../../shared/bootstrap';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { USUAL_VIEW, type ListView } from '../../shared/listView';
import { listViewChanged } from '../../shared/settings';

export interface ListViewing {
  readonly view: ListView;
  readonly changeView: (patch: Partial<ListView>) => void;
}
export function useListView(entity: AnyEntity): ListViewing {
  const { admin } = useBootstrap();
  const dispatch = useAppDispatch();
  const key = `${admin.id}/${entity.name}`;
  const view = useAppSelector((state) => state.settings.lists[key]) ?? USUAL_VIEW;
  return { view, changeView: (patch) => void dispatch(listViewChanged({ key, view: { ...view, ...patch } })) };
}

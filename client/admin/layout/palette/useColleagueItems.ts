/** The records colleagues on this screen are at, to go there. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useEngine } from '../../../engine/engineContext';
import { doingAt } from '../../../engine/presence/RowPeers';
import { useAppSelector } from '../../../shared/createStore';
import { selectHere } from '../../../shared/presence/slice';
import { SIDES } from '../../../shared/onward';
import type { Item } from './items';

export function useColleagueItems(): readonly Item[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { registry } = useEngine();
  const { e, rows } = useAppSelector(selectHere);
  const held = useAppSelector((state) => (e === null ? undefined : state.entities.rows[e]));
  const entity = e === null ? undefined : registry.get(e);
  if (entity === undefined) return [];
  return [...rows].flatMap(([id, people]) => {
    const title = held?.[id]?.row[entity.spec.title];
    const named = typeof title === 'string' && title !== '' ? title : `#${id}`;
    return people
      .filter(({ self }) => !self)
      .map((colleague) => ({
        key: `colleague-${colleague.p}-${id}`,
        title: doingAt(colleague, named, t),
        hint: `#${id}`,
        icon: 'groups',
        run: () => void navigate(`${SIDES.admin.home}/${entity.name}/${id}`),
      }));
  });
}

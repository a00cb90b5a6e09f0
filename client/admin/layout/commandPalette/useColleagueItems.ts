/** Palette items that lead to the records colleagues are on, on the current screen. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useEngine } from '../../../engine/engineContext';
import { rowActivityText } from '../../../engine/presence/RowPresence';
import { useAppSelector } from '../../../shared/app/createStore';
import { selectPresentPeople } from '../../../shared/presence/presenceSlice';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import type { PaletteItem } from './paletteItems';

export function useColleagueItems(): readonly PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { registry } = useEngine();
  const { entityName, byRow } = useAppSelector(selectPresentPeople);
  const cachedRow = useAppSelector((state) => (entityName === null ? undefined : state.entities.rows[entityName]));
  const entity = entityName === null ? undefined : registry.get(entityName);
  if (entity === undefined) return [];
  return [...byRow].flatMap(([id, people]) => {
    const title = cachedRow?.[id]?.row[entity.spec.title];
    const named = typeof title === 'string' && title !== '' ? title : `#${id}`;
    return people
      .filter(({ isSelf }) => !isSelf)
      .map((colleague) => ({
        key: `colleague-${colleague.principal}-${id}`,
        title: rowActivityText(colleague, named, t),
        hint: `#${id}`,
        icon: 'groups',
        run: () => void navigate(`${APP_PATHS.admin.home}/${entity.name}/${id}`),
      }));
  });
}

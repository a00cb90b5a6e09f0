/** People who have a row of a list open: small avatars beside its title. */
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useAppSelector } from '../../shared/app/createStore';
import { selectPeopleAtRow, type PresentColleague } from '../../shared/presence/presenceSlice';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { PresenceAvatar } from './PresenceAvatar';

const MAX_AVATARS = 3;

export function rowActivityText(colleague: PresentColleague, title: string, t: TFunction): string {
  const isEditing = colleague.tabs.some(({ field }) => field !== null);
  if (colleague.isSelf) return t(isEditing ? 'presence.row_editing_self' : 'presence.row_open_self', { title });
  return t(isEditing ? 'presence.row_editing' : 'presence.row_open', { name: colleague.name, title });
}

interface RowPresenceProps {
  readonly entity: AnyEntity;
  readonly id: number;
  /** Title of the row. */
  readonly title: string;
}
export function RowPresence({ entity, id, title }: RowPresenceProps) {
  const { t } = useTranslation();
  const people = useAppSelector(selectPeopleAtRow(entity.name, id));
  if (people.length === 0) return null;
  const lines = people.map((colleague) => rowActivityText(colleague, title, t));
  return (
    <Tooltip
      title={lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    >
      <Box component="span" data-peers={id} sx={{ display: 'inline-flex', alignItems: 'center', flex: 'none' }}>
        {people.slice(0, MAX_AVATARS).map((colleague, index) => (
          <Box
            key={colleague.principal}
            component="span"
            aria-hidden
            sx={{ ml: index === 0 ? 0 : -1.5, display: 'inline-flex' }}
          >
            <PresenceAvatar colleague={colleague} size={24} />
          </Box>
        ))}
        {people.length > MAX_AVATARS && (
          <Box component="span" aria-hidden sx={{ fontSize: '0.75rem', color: 'text.secondary', ml: 0.5 }}>
            +{people.length - MAX_AVATARS}
          </Box>
        )}
        <Box component="span" sx={visuallyHidden}>
          {lines.join('; ')}
        </Box>
      </Box>
    </Tooltip>
  );
}

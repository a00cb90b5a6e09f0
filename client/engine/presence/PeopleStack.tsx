/** People at one place: up to three avatars and a count, only a count on a phone. Details on hover, focus or touch. */
import GroupIcon from '@mui/icons-material/PeopleAltOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { PresentColleague } from '../../shared/presence/presenceSlice';
import { colleagueName, PersonCard } from './PersonCard';
import { PresenceAvatar } from './PresenceAvatar';

const MAX_AVATARS = 3;

interface PeopleStackProps {
  readonly people: readonly PresentColleague[];
  readonly entity: AnyEntity;
  readonly size?: number;
}

/** All people with their activity. */
function PeopleList({ people, entity }: PeopleStackProps) {
  return (
    <Stack tabIndex={0} sx={{ p: 3, gap: 1, maxWidth: 320, maxHeight: 'min(70vh, 640px)', overflow: 'auto' }}>
      {people.map((colleague) => (
        <PersonCard key={colleague.principal} colleague={colleague} entity={entity} />
      ))}
    </Stack>
  );
}

function AvatarStack({ people, entity, size = 30 }: PeopleStackProps) {
  return people.slice(0, MAX_AVATARS).map((colleague, index) => (
    <Tooltip
      key={colleague.principal}
      title={<PersonCard colleague={colleague} entity={entity} />}
      slotProps={{ tooltip: { sx: card } }}
    >
      <Box component="span" sx={{ display: 'inline-flex', ml: index === 0 ? 0 : -1.5 }}>
        <PresenceAvatar colleague={colleague} size={size} />
      </Box>
    </Tooltip>
  ));
}
const card = {
  bgcolor: 'background.raised',
  color: 'text.primary',
  border: 1,
  borderColor: 'divider',
  boxShadow: 4,
  maxWidth: 320,
};

export function PeopleStack({ people, entity, size }: PeopleStackProps) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (people.length === 0) return null;
  const names = people.map((colleague) => colleagueName(colleague, t)).join(', ');
  const overflow = people.length - MAX_AVATARS;
  return (
    <>
      <ButtonBase
        aria-label={t('presence.here', { names })}
        aria-haspopup="dialog"
        onClick={(event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: '16px', px: 1, minHeight: 32, gap: 1, flex: 'none' }}
      >
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline-flex' }, alignItems: 'center' }}>
          <AvatarStack people={people} entity={entity} {...(size === undefined ? {} : { size })} />
          {overflow > 0 && (
            <Box component="span" sx={{ ml: 1, fontSize: '0.75rem', fontWeight: 600, color: 'text.secondary' }}>
              +{overflow}
            </Box>
          )}
        </Box>
        <Box component="span" sx={{ display: { xs: 'inline-flex', sm: 'none' }, alignItems: 'center', gap: 1 }}>
          <GroupIcon fontSize="small" />
          {people.length}
        </Box>
      </ButtonBase>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('presence.on_screen') } }}
      >
        <PeopleList people={people} entity={entity} />
      </Popover>
    </>
  );
}

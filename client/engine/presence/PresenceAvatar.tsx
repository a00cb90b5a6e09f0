/** Avatar of a colleague with a ring in the person's colour; faded while idle. */
import Box from '@mui/material/Box';
import type { PresentColleague } from '../../shared/presence/presenceSlice';
import { PERSON_COLOURS } from '../../shared/theme/designTokens';
import { personColour, PersonAvatar } from '../../ui/PersonAvatar';

/** Ring colour of a person; lighter in the dark scheme for contrast. */
export const avatarRingColour = (id: number) => {
  const colour = personColour(id, PERSON_COLOURS);
  return { light: colour, dark: `color-mix(in srgb, ${colour} 60%, white)` };
};
const isIdle = ({ tabs }: PresentColleague) => tabs.every((tab) => tab.idle === true);

interface PresenceAvatarProps {
  readonly colleague: PresentColleague;
  readonly size?: number;
}
export function PresenceAvatar({ colleague, size = 30 }: PresenceAvatarProps) {
  const { light, dark } = avatarRingColour(colleague.id);
  return (
    <Box
      data-person={colleague.p}
      sx={(theme) => ({
        flex: 'none',
        borderRadius: '50%',
        p: '1px',
        bgcolor: 'background.paper',
        opacity: isIdle(colleague) ? 0.5 : 1,
        border: `2px solid ${light}`,
        ...theme.applyStyles('dark', { borderColor: dark }),
      })}
    >
      <PersonAvatar id={colleague.id} name={colleague.name} size={size - 6} colours={PERSON_COLOURS} />
    </Box>
  );
}

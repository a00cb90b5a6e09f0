/** Avatar of a colleague with a ring in the person's color; gray while idle. */
import Box from '@mui/material/Box';
import type { PresentColleague } from '../../shared/presence/presenceSlice';
import { PERSON_COLORS } from '../../shared/theme/designTokens';
import { personColor, PersonAvatar } from '../../ui/PersonAvatar';

/** Ring color of a person; lighter in the dark scheme for contrast. */
export const avatarRingColor = (id: number) => {
  const color = personColor(id, PERSON_COLORS);
  return { light: color, dark: `color-mix(in srgb, ${color} 60%, white)` };
};
const isIdle = ({ tabs }: PresentColleague) => tabs.every((tab) => tab.idle === true);

interface PresenceAvatarProps {
  readonly colleague: PresentColleague;
  readonly size?: number;
}
export function PresenceAvatar({ colleague, size = 30 }: PresenceAvatarProps) {
  const { light, dark } = avatarRingColor(colleague.id);
  return (
    <Box
      data-person={colleague.principal}
      sx={(theme) => ({
        flex: 'none',
        borderRadius: '50%',
        p: '1px',
        bgcolor: 'background.paper',
        // Less opacity would make the letters hard to read.
        filter: isIdle(colleague) ? 'grayscale(1)' : 'none',
        border: `2px solid ${light}`,
        ...theme.applyStyles('dark', { borderColor: dark }),
      })}
    >
      <PersonAvatar id={colleague.id} name={colleague.name} size={size - 6} colors={PERSON_COLORS} />
    </Box>
  );
}

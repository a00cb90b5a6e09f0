/** Chooses between email and mobile, if the site offers both. */
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { asOneOf } from '../../../common/json';
import type { VerificationChannel } from './VerificationCodeField';

interface ChannelTabsProps {
  readonly channels: readonly VerificationChannel[];
  readonly value: VerificationChannel;
  readonly onChange: (channel: VerificationChannel) => void;
}
export function ChannelTabs({ channels, value, onChange }: ChannelTabsProps) {
  const { t } = useTranslation();
  if (channels.length < 2) return null;
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      value={value}
      onChange={(_, next: unknown) => onChange(asOneOf(next, channels, value))}
      sx={{ mb: 3 }}
    >
      {channels.map((channel) => (
        <ToggleButton key={channel} value={channel}>
          {t(`registration.way.${channel}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** The sign itself: an icon and a word in a hairline pill; on phones the icon alone, the word for readers. */
import Bolt from '@mui/icons-material/BoltOutlined';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import Sync from '@mui/icons-material/SyncOutlined';
import Box, { type BoxProps } from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { LiveStatus } from '../connection';

const LOOKS = {
  idle: { Icon: CloudOff, colour: 'text.secondary' },
  connecting: { Icon: Sync, colour: 'text.secondary' },
  live: { Icon: Bolt, colour: 'success.main' },
  catching_up: { Icon: Sync, colour: 'info.main' },
  reconnecting: { Icon: Sync, colour: 'warning.main' },
  offline: { Icon: CloudOff, colour: 'text.secondary' },
  signed_out: { Icon: Lock, colour: 'text.secondary' },
} as const satisfies Readonly<Record<LiveStatus, unknown>>;

interface ConnectionSignProps extends Omit<BoxProps<'output'>, 'component'> {
  readonly status: LiveStatus;
}
export function ConnectionSign({ status, ...rest }: ConnectionSignProps) {
  const { t } = useTranslation();
  const { Icon, colour } = LOOKS[status];
  const word = t(`shell.live.${status}`);
  return (
    <Box
      {...rest}
      component="output"
      tabIndex={0}
      aria-label={word}
      data-status={status}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        height: 28,
        px: { xs: 1.5, sm: 2.5 },
        border: 1,
        borderColor: 'divider',
        borderRadius: '14px',
        color: colour,
        fontSize: '0.75rem',
        lineHeight: 1,
        fontWeight: 500,
        whiteSpace: 'nowrap',
        cursor: 'default',
      }}
    >
      <Icon sx={{ fontSize: 16 }} />
      <Box
        component="span"
        sx={{ display: { xs: 'none', sm: 'inline' }, color: status === 'live' ? 'inherit' : 'text.primary' }}
      >
        {word}
      </Box>
    </Box>
  );
}

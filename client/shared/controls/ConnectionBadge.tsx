/** The connection badge: an icon with a text; on phones only the icon, with the text for screen readers. */
import Bolt from '@mui/icons-material/BoltOutlined';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import Pause from '@mui/icons-material/PauseOutlined';
import Sync from '@mui/icons-material/SyncOutlined';
import Box from '@mui/material/Box';
import type { LiveStatus } from '../store/connectionSlice';
import type { ConnectionText } from './useConnectionText';

const STATUS_STYLES = {
  idle: { Icon: CloudOff, color: 'text.secondary' },
  connecting: { Icon: Sync, color: 'text.secondary' },
  live: { Icon: Bolt, color: 'success.main' },
  catching_up: { Icon: Sync, color: 'info.main' },
  reconnecting: { Icon: Sync, color: 'warning.main' },
  offline: { Icon: CloudOff, color: 'text.secondary' },
  paused: { Icon: Pause, color: 'text.secondary' },
  signed_out: { Icon: Lock, color: 'text.secondary' },
  outdated: { Icon: Sync, color: 'warning.main' },
} as const satisfies Readonly<Record<LiveStatus, unknown>>;

const VISUALLY_HIDDEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

/** Screen readers hear each new status once, without the running seconds. */
export function ConnectionBadge({ status, text, announcement }: ConnectionText) {
  const { Icon, color } = STATUS_STYLES[status];
  return (
    <Box
      data-status={status}
      sx={{
        position: 'relative',
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        height: 28,
        px: { xs: 1.5, sm: 2.5 },
        border: 1,
        borderColor: 'divider',
        borderRadius: '14px',
        color: color,
        fontSize: '0.75rem',
        lineHeight: 1,
        fontWeight: 500,
        whiteSpace: 'nowrap',
      }}
    >
      <Icon sx={{ fontSize: 16 }} />
      <Box
        component="span"
        aria-hidden
        sx={{
          display: { xs: 'none', sm: 'inline' },
          color: status === 'live' ? 'inherit' : 'text.primary',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {text}
      </Box>
      <Box component="output" sx={VISUALLY_HIDDEN}>
        {announcement}
      </Box>
    </Box>
  );
}

/** How the live connection stands: word, icon and colour together, never colour alone, never in the way. */
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Bolt from '@mui/icons-material/BoltOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import Sync from '@mui/icons-material/SyncOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { SvgIconComponent } from '@mui/icons-material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectConnection, type LiveStatus } from '../connection';
import { useAppSelector } from '../createStore';
import { useFormat } from '../format';

interface Look {
  readonly icon: SvgIconComponent;
  readonly colour: string;
}
const LOOKS: Readonly<Record<LiveStatus, Look>> = {
  idle: { icon: CloudOff, colour: 'text.secondary' },
  connecting: { icon: Sync, colour: 'text.secondary' },
  live: { icon: Bolt, colour: 'success.main' },
  catching_up: { icon: Sync, colour: 'info.main' },
  reconnecting: { icon: Sync, colour: 'warning.main' },
  offline: { icon: CloudOff, colour: 'text.secondary' },
  signed_out: { icon: Lock, colour: 'text.secondary' },
};

interface ConnectionPillProps {
  /** A mere dot that shows only while something is not as it should be. */
  readonly quiet?: boolean;
}
export function ConnectionPill({ quiet = false }: ConnectionPillProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, heard } = useAppSelector(selectConnection);
  // Measured when the pointer comes: a running clock would repaint the header for nobody.
  const [now, setNow] = useState(0);
  const look = LOOKS[status];
  const hint = t(`shell.live.hint.${status}`);
  const age = heard > 0 && now > 0 ? ` ${format.ago(heard, now)}` : '';
  if (quiet && (status === 'live' || status === 'connecting')) return null;
  return (
    <Tooltip title={`${hint}${age}`} onOpen={() => setNow(Date.now())}>
      <Box
        role="status"
        tabIndex={0}
        aria-label={t(`shell.live.${status}`)}
        data-status={status}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1,
          height: 28,
          px: { xs: 1.5, sm: 2.5 },
          border: 1,
          borderColor: 'divider',
          borderRadius: 7,
          color: look.colour,
          fontSize: '0.75rem',
          fontWeight: 500,
          whiteSpace: 'nowrap',
          cursor: 'default',
        }}
      >
        <look.icon sx={{ fontSize: 16 }} />
        <Box
          component="span"
          sx={{ display: { xs: 'none', sm: 'inline' }, color: status === 'live' ? 'inherit' : 'text.primary' }}
        >
          {t(`shell.live.${status}`)}
        </Box>
      </Box>
    </Tooltip>
  );
}

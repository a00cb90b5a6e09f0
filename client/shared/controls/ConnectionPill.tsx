/** Shows the status of the live connection; a click pauses or resumes it. */
import ButtonBase from '@mui/material/ButtonBase';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { useApp } from '../app/appContext';
import type { StateWithConnection } from '../store/connectionSlice';
import { useFormatters } from '../i18n/format';
import { ConnectionBadge } from './ConnectionBadge';
import { useConnectionText } from './useConnectionText';

/** Computed when the pointer enters: a running clock would render the header every second. */
function useLastEventText(): () => string {
  const { t } = useTranslation();
  const format = useFormatters();
  const store = useStore<StateWithConnection>();
  return () => {
    const { lastHeardAt, changeDelay } = store.getState().connection;
    const now = Date.now();
    if (lastHeardAt === 0) return '';
    const seconds = Math.max(1, Math.round((now - lastHeardAt) / 1_000));
    const ago = seconds < 60 ? t('connection.ago', { count: seconds }) : format.relativeTime(lastHeardAt, now);
    return changeDelay === null
      ? t('connection.heard', { ago })
      : t('connection.event', { ago, delay: Math.round(changeDelay) });
  };
}

export function ConnectionPill() {
  const { t } = useTranslation();
  const { live } = useApp();
  const connectionText = useConnectionText();
  const getLastEventText = useLastEventText();
  const [eventText, setEventText] = useState('');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { status } = connectionText;
  const closeMenuAnd = (action: () => void) => () => {
    setAnchor(null);
    action();
  };
  return (
    <>
      <Tooltip title={`${t(`connection.hint.${status}`)} ${eventText}`} onOpen={() => setEventText(getLastEventText())}>
        <ButtonBase
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          sx={{ borderRadius: '14px' }}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <ConnectionBadge {...connectionText} />
        </ButtonBase>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {status === 'outdated' && (
          <MenuItem onClick={closeMenuAnd(() => window.location.reload())}>{t('connection.reload')}</MenuItem>
        )}
        {status === 'paused' ? (
          <MenuItem onClick={closeMenuAnd(live.resume)}>{t('connection.play')}</MenuItem>
        ) : (
          <MenuItem disabled={status === 'signed_out' || status === 'idle'} onClick={closeMenuAnd(live.pause)}>
            {t('connection.pause')}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

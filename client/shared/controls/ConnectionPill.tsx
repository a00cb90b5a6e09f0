/** How the live connection stands: word, icon and colour together, never in the way; a click pauses it or lets it go on. */
import ButtonBase from '@mui/material/ButtonBase';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { useApp } from '../app';
import type { ConnectionHolder } from '../connection';
import { useFormat } from '../format';
import { ConnectionSign } from './ConnectionSign';
import { useConnectionWord } from './useConnectionWord';

/** Read when the pointer comes: a running clock would repaint the header for nobody. */
function useLastEvent(): () => string {
  const { t } = useTranslation();
  const format = useFormat();
  const store = useStore<ConnectionHolder>();
  return () => {
    const { heard, delay } = store.getState().connection;
    const now = Date.now();
    if (heard === 0) return '';
    const seconds = Math.max(1, Math.round((now - heard) / 1_000));
    const ago = seconds < 60 ? t('link.ago', { count: seconds }) : format.ago(heard, now);
    return delay === null ? t('link.heard', { ago }) : t('link.event', { ago, delay: Math.round(delay) });
  };
}

export function ConnectionPill() {
  const { t } = useTranslation();
  const { live } = useApp();
  const word = useConnectionWord();
  const lastEvent = useLastEvent();
  const [event, setEvent] = useState('');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { status } = word;
  const choose = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  return (
    <>
      <Tooltip title={`${t(`link.hint.${status}`)} ${event}`} onOpen={() => setEvent(lastEvent())}>
        <ButtonBase
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          sx={{ borderRadius: '14px' }}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <ConnectionSign {...word} />
        </ButtonBase>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {status === 'outdated' && (
          <MenuItem onClick={choose(() => window.location.reload())}>{t('link.reload')}</MenuItem>
        )}
        {status === 'paused' ? (
          <MenuItem onClick={choose(live.play)}>{t('link.play')}</MenuItem>
        ) : (
          <MenuItem disabled={status === 'signed_out' || status === 'idle'} onClick={choose(live.pause)}>
            {t('link.pause')}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

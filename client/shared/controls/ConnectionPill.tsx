/** Shows the status of the live connection; a click pauses or resumes it. */
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { lazyWithoutSuspense } from '../../ui/lazyWithRetry';
import type { StateWithConnection } from '../store/connectionSlice';
import { useFormatters } from '../i18n/format';
import { ConnectionBadge } from './ConnectionBadge';
import { useConnectionText } from './useConnectionText';

const ConnectionMenu = lazyWithoutSuspense(async () => (await import('./ConnectionMenu')).ConnectionMenu);

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
  const connectionText = useConnectionText();
  const getLastEventText = useLastEventText();
  const [eventText, setEventText] = useState('');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasMenuOpened, setWasMenuOpened] = useState(false);
  const { status } = connectionText;
  return (
    <>
      <Tooltip
        describeChild
        title={`${t(`connection.hint.${status}`)} ${eventText}`}
        onOpen={() => setEventText(getLastEventText())}
      >
        <ButtonBase
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          sx={{ borderRadius: '14px' }}
          onPointerEnter={() => void ConnectionMenu.load()}
          onFocus={() => void ConnectionMenu.load()}
          onClick={({ currentTarget }) => {
            setAnchor(currentTarget);
            setWasMenuOpened(true);
          }}
        >
          <ConnectionBadge {...connectionText} />
        </ButtonBase>
      </Tooltip>
      {wasMenuOpened && <ConnectionMenu anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}

/** How the live connection stands: word, icon and colour together, never colour alone, never in the way. */
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectConnection } from '../connection';
import { useAppSelector } from '../createStore';
import { useFormat } from '../format';
import { ConnectionSign } from './ConnectionSign';

export function ConnectionPill() {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, heard } = useAppSelector(selectConnection);
  // Measured when the pointer comes: a running clock would repaint the header for nobody.
  const [now, setNow] = useState(0);
  const age = heard > 0 && now > 0 ? t('shell.live.heard', { ago: format.ago(heard, now) }) : '';
  return (
    <Tooltip title={`${t(`shell.live.hint.${status}`)} ${age}`} onOpen={() => setNow(Date.now())}>
      <ConnectionSign status={status} />
    </Tooltip>
  );
}

/** A live figure: current, or grey with a clock and the time it was last known to be true once the connection is lost. */
import Clock from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format';
import { STALE_MONEY_MS, useStale } from './useConnectionWord';

interface AsOfProps {
  /** When the server last answered the figure, unix milliseconds. */
  readonly at: number;
  /** What somebody owns: it is marked within seconds, other figures within half a minute. */
  readonly owned?: boolean;
  readonly children: ReactNode;
}
export function AsOf({ at, owned = false, children }: AsOfProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const until = useStale(at, owned ? STALE_MONEY_MS : undefined);
  if (until === undefined) return children;
  return (
    <Box
      component="span"
      data-stale
      sx={{ color: 'text.secondary', display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}
    >
      {children}
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, fontSize: '0.75rem', color: 'text.secondary' }}
      >
        <Clock sx={{ fontSize: 14 }} />
        {t('link.as_of', { time: format.clock(until) })}
      </Box>
    </Box>
  );
}

/** A live figure: true now, or grey with a clock and its time once nobody has vouched for it for half a minute. */
import Clock from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format';
import { useStale } from './useConnectionWord';

export function AsOf({ at, children }: { readonly at: number; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const until = useStale(at);
  if (until === undefined) return children;
  return (
    <Box
      component="span"
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

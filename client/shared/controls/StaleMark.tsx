/** Marks a live value as stale, with the time it was last current, while the connection is lost. */
import Clock from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../i18n/format';
import { STALE_BALANCE_MS, useStaleSince } from './useConnectionText';

interface StaleMarkProps {
  /** When the server last returned the value, unix milliseconds. */
  readonly updatedAt: number;
  /** The value is a balance: it is marked within seconds, other values within half a minute. */
  readonly isBalance?: boolean;
  readonly children: ReactNode;
}
export function StaleMark({ updatedAt, isBalance = false, children }: StaleMarkProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const staleSince = useStaleSince(updatedAt, isBalance ? STALE_BALANCE_MS : undefined);
  if (staleSince === undefined) return children;
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
        {t('connection.as_of', { time: format.time(staleSince) })}
      </Box>
    </Box>
  );
}

/** The total number of rows and whether it is live. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { selectConnection } from '../../../shared/store/connectionSlice';
import { useAppSelector } from '../../../shared/app/createStore';
import { useFormatters } from '../../../shared/i18n/format';
import type { LiveRows } from '../../data/useRows';

export function LiveCount({ rows }: { readonly rows: LiveRows }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { status, lastHeardAt } = useAppSelector(selectConnection);
  if (rows.isLoading) return <Skeleton width={72} height={16} />;
  if (rows.fault) return null;
  const isConnected = status === 'live';
  const isLive = isConnected && !rows.isUntracked;
  const total = rows.list.isTotalCapped
    ? t('engine.list.count_capped', { total: format.number(rows.list.total) })
    : format.number(rows.list.total);
  const text = isLive
    ? t('engine.list.count_live', { total })
    : rows.list.isTotalCapped
      ? total
      : t('engine.list.count', { total });
  const offlineHelp = lastHeardAt === 0 ? '' : t('engine.list.not_live_help', { at: format.dateTime(lastHeardAt) });
  const help = isLive ? '' : isConnected ? t('lists.unfollowed') : offlineHelp;
  return (
    <Tooltip title={help}>
      <Box
        component="span"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1.5,
          color: 'text.secondary',
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <Box
          component="span"
          aria-hidden
          sx={{ width: 7, height: 7, borderRadius: '50%', bgcolor: isLive ? 'success.main' : 'text.disabled' }}
        />
        {text}
      </Box>
    </Tooltip>
  );
}

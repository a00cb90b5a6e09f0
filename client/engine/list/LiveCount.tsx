/** How many rows there are, exactly and at once, and whether that is live. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { selectConnection } from '../../shared/connection';
import { useAppSelector } from '../../shared/createStore';
import { useFormat } from '../../shared/format';
import type { Rows } from '../useRows';

export function LiveCount({ rows }: { readonly rows: Rows }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, heard } = useAppSelector(selectConnection);
  if (rows.loading) return <Skeleton width={72} height={16} />;
  if (rows.fault) return null;
  const connected = status === 'live';
  const live = connected && !rows.unfollowed;
  const total = rows.list.capped
    ? t('engine.list.count_capped', { total: format.number(rows.list.total) })
    : format.number(rows.list.total);
  const text = live
    ? t('engine.list.count_live', { total })
    : rows.list.capped
      ? total
      : t('engine.list.count', { total });
  const away = heard === 0 ? '' : t('engine.list.not_live_help', { at: format.dateTime(heard) });
  const help = live ? '' : connected ? t('lists.unfollowed') : away;
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
          sx={{ width: 7, height: 7, borderRadius: '50%', bgcolor: live ? 'success.main' : 'text.disabled' }}
        />
        {text}
      </Box>
    </Tooltip>
  );
}

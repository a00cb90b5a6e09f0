/** The summary above the form of a member: name, balance, points, last activity and the latest balance entries. All of it is live. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { user } from '../../../../common/entities/user';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import type { WireRow } from '../../../../common/entity/projectRow';
import { asString } from '../../../../common/json';
import type { ListQuery } from '../../../../common/query/listQuery';
import { useRow } from '../../../engine/data/useRow';
import { useRows } from '../../../engine/data/useRows';
import { useApplyPending } from '../../../engine/data/useApplyPending';
import { SummarySkeleton } from '../../../engine/form/SummarySkeleton';
import type { BelowFieldProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useAppSelector } from '../../../shared/app/createStore';
import { useFormatters } from '../../../shared/i18n/format';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { selectEntityRows } from '../../../shared/store/entities';
import { PERSON_COLORS } from '../../../shared/theme/designTokens';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { AdjustButton } from './AdjustButton';

const LATEST = 3;
/** Pixels of the latest entries, reserved while they load, so that the form below moves little. */
const ENTRIES_HEIGHT = 33 * LATEST;
const isTime = (value: unknown): value is number => typeof value === 'number' && value > 0;

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="caption" component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography
        component="dd"
        noWrap
        sx={{ m: 0, fontSize: 16, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
      >
        {children}
      </Typography>
    </Box>
  );
}

/** A moment in words, exact on hover. */
function Moment({ seconds }: { readonly seconds: unknown }) {
  const { t } = useTranslation();
  const format = useFormatters();
  if (!isTime(seconds)) return t('recordPanel.never');
  return <span title={format.dateTime(seconds * 1000)}>{format.relativeTime(seconds * 1000)}</span>;
}

function Figures({ row }: { readonly row: WireRow }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { money, score } = row;
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gap: 4, m: 0, gridTemplateColumns: 'repeat(auto-fit, minmax(110px, 1fr))' }}
    >
      {typeof money === 'string' && <Figure label={t('recordPanel.balance')}>{format.money(money)}</Figure>}
      {typeof score === 'number' && <Figure label={t('recordPanel.points')}>{format.number(score)}</Figure>}
      <Figure label={t('recordPanel.last_active')}>
        <Moment seconds={row['last_login_time']} />
      </Figure>
    </Box>
  );
}

function Entry({ row }: { readonly row: WireRow }) {
  const format = useFormatters();
  const amount = asString(row['money']);
  const isIncome = !amount.startsWith('-');
  return (
    <Stack component="li" direction="row" sx={{ gap: 3, py: 1.5, alignItems: 'baseline' }}>
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {asString(row['memo'])}
      </Typography>
      <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
        <Moment seconds={row['create_time']} />
      </Typography>
      <Typography
        variant="body2"
        noWrap
        sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 500, color: isIncome ? 'success.main' : 'text.primary' }}
      >
        {format.signedMoney(amount)}
      </Typography>
    </Stack>
  );
}

function LatestEntries({ rowId }: BelowFieldProps) {
  const { t } = useTranslation();
  const permissions = usePermissions(userMoneyLog);
  const query = useMemo<ListQuery>(
    () => ({
      page: 1,
      limit: LATEST,
      sort: [{ field: 'id', dir: 'desc' }],
      where: { all: [{ field: 'user_id', op: '=', value: rowId }] },
    }),
    [rowId],
  );
  const rows = useRows(userMoneyLog, query, permissions);
  // A booking from here must be seen at once.
  useApplyPending(rows);
  const { list, isLoading } = rows;
  const table = useAppSelector(selectEntityRows(userMoneyLog.name));
  const entries = list.ids.slice(0, LATEST).flatMap((id) => {
    const row = table?.[id]?.row;
    return row === undefined ? [] : [row];
  });
  return (
    <Box
      component="section"
      aria-label={t('recordPanel.latest_entries')}
      sx={{ minHeight: isLoading ? ENTRIES_HEIGHT + 18 : 0 }}
    >
      <Stack direction="row" sx={{ alignItems: 'baseline', justifyContent: 'space-between' }}>
        <Typography variant="caption" component="h3" sx={{ color: 'text.secondary', fontWeight: 500 }}>
          {t('recordPanel.latest_entries')}
        </Typography>
        {entries.length > 0 && (
          <Link component={RouterLink} variant="caption" to={`/admin/user_money_log?user_id=${rowId}`}>
            {t('recordPanel.all_entries')}
          </Link>
        )}
      </Stack>
      {isLoading && <Skeleton height={28} />}
      {!isLoading && entries.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', py: 1.5 }}>
          {t('recordPanel.no_entries')}
        </Typography>
      )}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map((row) => (
          <Entry key={Number(row['id'])} row={row} />
        ))}
      </Box>
    </Box>
  );
}

export function MemberSummary({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { cachedRow } = useRow(user, rowId);
  const canSeeEntries = usePermissions(userMoneyLog).can('read');
  if (cachedRow === undefined) return <SummarySkeleton />;
  const { row } = cachedRow;
  const name = asString(row['nickname']);
  return (
    <Stack sx={{ gap: 4, p: 4, border: 1, borderColor: 'divider', borderRadius: '10px', flex: 'none' }}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
        <PersonAvatar id={rowId} name={name} src={asString(row['avatar'])} size={44} colors={PERSON_COLORS} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="h4" component="p" noWrap>
            {name}
          </Typography>
          <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
            {asString(row['username'])}
          </Typography>
        </Box>
        <AdjustButton id={rowId} name={name} label={t('recordPanel.adjust')} />
      </Stack>
      <Figures row={row} />
      {canSeeEntries && <LatestEntries rowId={rowId} />}
    </Stack>
  );
}

/** Latest rows of an entity, live; new rows wait while the pointer is over the card. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { keyframes } from '@emotion/react';
import { Suspense, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { MATCH_ALL } from '../../../../../common/entity/filter';
import { latestRowsQuery, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { useEngine } from '../../../../engine/engineContext';
import { usePermissions } from '../../../../engine/usePermissions';
import { useRows, type LiveRows } from '../../../../engine/data/useRows';
import { useFormatValue } from '../../../../engine/fieldTypes/useFormatValue';
import { useTranslateTitle } from '../../../../engine/data/useTranslateTitle';
import { useAppSelector } from '../../../../shared/app/createStore';
import { selectCachedRow } from '../../../../shared/store/entities';
import { useFormatters } from '../../../../shared/i18n/format';
import { PERSON_COLORS } from '../../../../shared/theme/designTokens';
import { useFullUrl } from '../../../../shared/app/useFullUrl';
import { PersonAvatar } from '../../../../ui/PersonAvatar';
import { CardContainer, NoAccess, EmptyCard } from './CardContainer';
import { useListLink } from './listLink';
import { latestRowStyle } from './metricStyles';
import { usePastDashboard } from '../metrics/pastDashboard';
import { lazyWithRetry } from '../../../../ui/lazyWithRetry';
import { useCardTitle } from './useCardLabels';

const PastLatest = lazyWithRetry(async () => (await import('./PastLatest')).PastLatest);

export function LatestCard({ card }: { readonly card: DashboardCard }) {
  const titleId = useId();
  const title = useCardTitle()(card);
  const { registry } = useEngine();
  const entity = registry.get(card.e ?? '');
  const past = usePastDashboard();
  return (
    <CardContainer title={title} titleId={titleId}>
      {entity === undefined ? (
        <NoAccess />
      ) : past === undefined ? (
        <Latest card={card} entity={entity} />
      ) : (
        <Suspense fallback={null}>
          <PastLatest card={card} entity={entity} moment={past.moment} />
        </Suspense>
      )}
    </CardContainer>
  );
}

interface LatestProps {
  readonly card: DashboardCard;
  readonly entity: AnyEntity;
}
function Latest({ card, entity }: LatestProps) {
  const { t } = useTranslation();
  const permissions = usePermissions(entity);
  const limit = card.count ?? 6;
  const listLink = useListLink();
  const query = useMemo(() => latestRowsQuery(card), [card]);
  const rows = useRows(entity, query, permissions);
  const [isPointerOver, setIsPointerOver] = useState(false);
  const pendingCount = useApplyPendingUnderPointer(rows, isPointerOver);
  if (!permissions.can('read') || rows.fault) return <NoAccess />;
  if (rows.isLoading) return <RowSkeletons count={limit} />;
  if (rows.list.ids.length === 0) return <EmptyCard>{t('dashboard.nothing_yet')}</EmptyCard>;
  return (
    <Box
      sx={{ flex: 1, minHeight: 0, overflow: 'hidden', mx: -2, position: 'relative' }}
      onMouseEnter={() => setIsPointerOver(true)}
      onMouseLeave={() => setIsPointerOver(false)}
    >
      {isPointerOver && pendingCount > 0 && (
        <Button
          size="small"
          variant="contained"
          onClick={rows.applyPending}
          sx={{ position: 'absolute', zIndex: 1, left: '50%', translate: '-50%', borderRadius: 8 }}
        >
          {t('dashboard.new_rows', { count: pendingCount })}
        </Button>
      )}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.list.ids.slice(0, limit).map((id) => (
          <LatestRow
            key={id}
            entity={entity}
            id={id}
            to={`${listLink({ ...card, when: MATCH_ALL }).split('?')[0]}/${id}`}
          />
        ))}
      </Stack>
    </Box>
  );
}

/** Applies pending rows while the pointer is elsewhere; returns the number of pending rows. */
function useApplyPendingUnderPointer(rows: LiveRows, isPointerOver: boolean): number {
  const { hasPending } = rows;
  useEffect(() => {
    if (!hasPending || isPointerOver) return undefined;
    // Changes that need a request are applied less often.
    const timer = setTimeout(() => rows.applyPending(), rows.list.isStale ? 1_500 : 200);
    return () => clearTimeout(timer);
  });
  return rows.list.pendingIds.length;
}

interface LatestRowProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly to: string;
}
function LatestRow({ entity, id, to }: LatestRowProps) {
  const format = useFormatters();
  const fullUrl = useFullUrl();
  const translateTitle = useTranslateTitle(entity.name);
  const formatFieldValue = useFormatValue(entity);
  const cachedRow = useAppSelector(selectCachedRow(entity.name, id));
  const [mountedAt] = useState(() => Date.now());
  const row = cachedRow?.row;
  if (row === undefined) return null;
  const stored = row[entity.spec.title];
  const name = translateTitle(typeof stored === 'string' ? stored : `#${id}`, row);
  const created = typeof row['create_time'] === 'number' ? row['create_time'] : 0;
  const chipField = ['source', 'company', 'handle_status', 'is_handle', 'status'].find(
    (field) => row[field] !== undefined && row[field] !== null && row[field] !== '',
  );
  const isNew = created > 0 && mountedAt / 1000 - created < 20;
  return (
    <Box component="li" sx={isNew ? enteringStyle : {}}>
      <ButtonBase component={Link} to={to} sx={latestRowStyle}>
        <PersonAvatar
          id={id}
          name={name}
          size={26}
          colors={PERSON_COLORS}
          {...(typeof row['avatar'] === 'string' ? { src: fullUrl(row['avatar']) } : {})}
        />
        <Typography
          noWrap
          sx={{ flex: 1, minWidth: 0, textAlign: 'left', fontWeight: 500, fontSize: 'calc(0.875rem * var(--wall, 1))' }}
        >
          {name}
        </Typography>
        {chipField !== undefined && chipField !== 'status' && (
          <Chip
            label={formatFieldValue(chipField, row[chipField])}
            variant="outlined"
            sx={{ maxWidth: '38%', color: 'text.secondary', borderColor: 'divider' }}
          />
        )}
        <Typography
          component="time"
          variant="caption"
          title={format.dateTime(created)}
          sx={{
            color: 'text.secondary',
            whiteSpace: 'nowrap',
            minWidth: 84,
            textAlign: 'right',
            fontSize: 'calc(0.75rem * var(--wall, 1))',
          }}
        >
          {format.relativeTime(created)}
        </Typography>
      </ButtonBase>
    </Box>
  );
}

function RowSkeletons({ count }: { readonly count: number }) {
  return (
    <Stack aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <Stack key={index} direction="row" sx={{ height: 42, alignItems: 'center', gap: 3 }}>
          <Skeleton variant="circular" width={26} height={26} />
          <Skeleton width="40%" height={14} />
        </Stack>
      ))}
    </Stack>
  );
}

const slideIn = keyframes`
  from { opacity: 0; transform: translateY(-8px); background-color: var(--flash-tint); }
  20% { opacity: 1; transform: none; background-color: var(--flash-tint); }
  to { background-color: transparent; }
`;
const enteringStyle = {
  '--flash-tint': 'color-mix(in srgb, var(--mui-palette-success-main) 16%, transparent)',
  borderRadius: '6px',
  animation: `${slideIn} 1500ms ease-out`,
} as const;

/** Requests the metrics of all cards at a past point in time, and says which moment it is. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listCardMetrics, type DashboardCard } from '../../../../common/live/dashboardCards';
import type { DashboardAsOf } from '../../../../common/protocol/dashboardAsOf';
import type { Metric } from '../../../../common/protocol/liveEvents';
import { AsOfBanner } from '../../../engine/asOf/AsOfBanner';
import { singleFieldError } from '../../../shared/api/faults';
import { EmptyState } from '../../../ui/EmptyState';
import { metricText, PastDashboardContext, type PastDashboard } from './metrics/pastDashboard';
import { pastMetricsApi } from './metrics/pastMetricsApi';

interface PastMetrics {
  readonly ids: ReadonlyMap<string, string>;
  readonly metrics: Readonly<Record<string, Metric>>;
}
/** Equal metrics of several cards are requested once. */
function collectMetrics(cards: readonly DashboardCard[]): PastMetrics {
  const ids = new Map<string, string>();
  const metrics: Record<string, Metric> = {};
  for (const metric of cards.flatMap(listCardMetrics)) {
    const text = metricText(metric);
    const id = ids.get(text) ?? `m${ids.size + 1}`;
    ids.set(text, id);
    metrics[id] = metric;
  }
  return { ids, metrics };
}

const hasPartial = (response: DashboardAsOf | undefined): boolean =>
  Object.values(response?.metrics ?? {}).some((metric) => 'isPartial' in metric && metric.isPartial);

interface PastDashboardProviderProps {
  readonly cards: readonly DashboardCard[];
  /** Unix seconds. */
  readonly moment: number;
  /** Null: back to now. */
  readonly onMoment: (moment: number | null) => void;
  readonly children: ReactNode;
}
export function PastDashboardProvider({ cards, moment, onMoment, children }: PastDashboardProviderProps) {
  const { t } = useTranslation();
  const { ids, metrics } = useMemo(() => collectMetrics(cards), [cards]);
  const { currentData: response, error, refetch } = pastMetricsApi.usePastMetricsQuery({ asOf: moment, metrics });
  const past = useMemo<PastDashboard>(() => ({ moment, ids, response }), [moment, ids, response]);
  return (
    <PastDashboardContext value={past}>
      <Stack sx={{ mt: 4, gap: 2 }}>
        <AsOfBanner moment={moment} purged={undefined} onChange={onMoment} isInset />
        {hasPartial(response) && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('dashboard.past.partial_help')}
          </Typography>
        )}
      </Stack>
      {error === undefined ? (
        children
      ) : (
        <EmptyState
          title={t('dashboard.past.failed')}
          help={singleFieldError(error, 'asOf')}
          action={
            <Button variant="outlined" onClick={() => void refetch()}>
              {t('engine.list.retry')}
            </Button>
          }
        />
      )}
    </PastDashboardContext>
  );
}

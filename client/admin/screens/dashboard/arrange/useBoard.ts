/** Cards of the reader's dashboard: own arrangement, else the role group's, else the default; live. */
import { useEffect, useState } from 'react';
import { parseCards, DEFAULT_CARDS, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { api } from '../../../../shared/api/api';
import { useApp } from '../../../../shared/app/appContext';
import { asRecord, asString, asInteger } from '../../../../../common/json';
import { getMetricsClient } from '../metrics/metricsClient';

export interface SharedDashboard {
  readonly id: number;
  readonly revision: number;
  readonly title: string;
  readonly groupId: number | null;
  readonly cards: readonly DashboardCard[];
}
export interface Board {
  /** The server has responded. */
  readonly isKnown: boolean;
  /** The server has responded or cannot be reached. */
  readonly isSettled: boolean;
  readonly cards: readonly DashboardCard[];
  readonly isOwn: boolean;
  /** No arrangement is stored. */
  readonly isDefault: boolean;
  readonly shared: SharedDashboard | null;
  /** Start of the reader's working time today, unix seconds; undefined until known. */
  readonly workSince: number | undefined;
  readonly refetch: () => void;
}

function parseShared(value: unknown): SharedDashboard | null {
  const raw = asRecord(value);
  const cards = parseCards(raw?.['cards']);
  if (raw === undefined || cards === undefined) return null;
  const group = raw['group_id'];
  return {
    id: asInteger(raw['id']),
    revision: asInteger(raw['revision']),
    title: asString(raw['title']),
    groupId: typeof group === 'number' ? group : null,
    cards,
  };
}

/** Spreads the requests of all viewers of a shared dashboard. */
const JITTER_MS = 600;

export function useBoard(): Board {
  const app = useApp();
  const { data, isError, refetch } = api.useReadQuery({
    url: '/admin/Dashboard/dashboard',
    isSilent: true,
    allowsParallel: true,
  });
  const [metricsClient] = useState(() => getMetricsClient(app));
  useEffect(
    () =>
      metricsClient.listen((frame) => {
        if (frame.board === true) setTimeout(() => void refetch(), Math.random() * JITTER_MS);
      }),
    [metricsClient, refetch],
  );
  const response = asRecord(data);
  const own = parseCards(response?.['own']);
  const shared = parseShared(response?.['shared']);
  return {
    isKnown: response !== undefined,
    isSettled: response !== undefined || isError,
    cards: own ?? shared?.cards ?? DEFAULT_CARDS,
    isOwn: own !== undefined,
    isDefault: own === undefined && shared === null,
    shared,
    workSince: response === undefined ? undefined : asInteger(response['work_since']),
    refetch: () => void refetch(),
  };
}

/** The cards of this person's dashboard: his own arrangement, else his group's, else the fresh one; live when either changes. */
import { useEffect, useState } from 'react';
import { parseCards, DEFAULT_CARDS, type Card } from '../../../../../common/live/dashboardCards';
import { api } from '../../../../shared/api/api';
import { useApp } from '../../../../shared/app/appContext';
import { asRecord, asString, asInteger } from '../../../../../common/json';
import { deskOf } from '../figures/desk';

export interface SharedBoard {
  readonly id: number;
  readonly revision: number;
  readonly title: string;
  readonly groupId: number | null;
  readonly cards: readonly Card[];
}
export interface Board {
  /** The server answered. */
  readonly known: boolean;
  /** The server answered, or cannot be asked now. */
  readonly settled: boolean;
  readonly cards: readonly Card[];
  readonly isOwn: boolean;
  /** Nobody arranged anything. */
  readonly isUsual: boolean;
  readonly shared: SharedBoard | null;
  /** Since when the person is at work today; undefined until it is known. */
  readonly since: number | undefined;
  readonly refetch: () => void;
}

function sharedOf(value: unknown): SharedBoard | null {
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

/** Those who look at a shared dashboard do not all ask in the same instant. */
const JITTER_MS = 600;

export function useBoard(): Board {
  const app = useApp();
  const { data, isError, refetch } = api.useAskQuery({
    url: '/admin/Dashboard/dashboard',
    isSilent: true,
    allowsParallel: true,
  });
  const [desk] = useState(() => deskOf(app));
  useEffect(
    () =>
      desk.listen((frame) => {
        if (frame.board === true) setTimeout(() => void refetch(), Math.random() * JITTER_MS);
      }),
    [desk, refetch],
  );
  const answer = asRecord(data);
  const own = parseCards(answer?.['own']);
  const shared = sharedOf(answer?.['shared']);
  return {
    known: answer !== undefined,
    settled: answer !== undefined || isError,
    cards: own ?? shared?.cards ?? DEFAULT_CARDS,
    isOwn: own !== undefined,
    isUsual: own === undefined && shared === null,
    shared,
    since: answer === undefined ? undefined : asInteger(answer['work_since']),
    refetch: () => void refetch(),
  };
}

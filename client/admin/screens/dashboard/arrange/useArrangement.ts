/**
 * State of the arrange mode. A personal arrangement is a draft until it is saved. In shared mode each change is sent at once,
 * and remote changes are merged by card.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DashboardCard } from '../../../../../common/live/dashboardCards';
import { parseCards } from '../../../../../common/live/dashboardCards';
import { mergeCards } from '../../../../../common/live/mergeCards';
import { rowsApi } from '../../../../engine/data/rowsApi';
import { useApp } from '../../../../shared/app/appContext';
import { isPermissionGranted, useBootstrap } from '../../../../shared/api/bootstrap';
import type { Board, SharedDashboard } from './useBoard';

type Cards = readonly DashboardCard[];
/** The shared dashboard with its base and the local changes. */
interface EditedSharedBoard {
  readonly id: number;
  readonly revision: number;
  readonly base: Cards;
  readonly mine: Cards;
}
export interface Arrangement {
  /** Null outside of the arrange mode. */
  readonly cards: Cards | null;
  /** The shared dashboard that is edited together. */
  readonly sharedBoard: SharedDashboard | null;
  /** Whether the reader may edit a shared dashboard. */
  readonly canEditShared: boolean;
  readonly start: () => void;
  readonly stop: () => void;
  readonly change: (update: (cards: Cards) => Cards) => void;
  readonly setShared: (on: boolean) => void;
}

const SEND_MS = 150;
const isSameCards = (first: Cards, second: Cards): boolean => JSON.stringify(first) === JSON.stringify(second);
const createSharedDraft = ({ id, revision, cards }: SharedDashboard): EditedSharedBoard => ({
  id,
  revision,
  base: cards,
  mine: cards,
});
const applyRemote = (
  draft: EditedSharedBoard,
  revision: number,
  theirs: Cards,
  base = draft.base,
): EditedSharedBoard =>
  revision <= draft.revision ? draft : { ...draft, revision, base: theirs, mine: mergeCards(base, draft.mine, theirs) };

/** Sends local changes, one request at a time. */
function useSendShared(
  sharedDraft: EditedSharedBoard | null,
  setSharedDraft: (update: (current: EditedSharedBoard | null) => EditedSharedBoard | null) => void,
): void {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [update, { isLoading }] = rowsApi.useUpdateMutation();
  const send = useEffectEvent(async () => {
    if (sharedDraft === null) return;
    const { id, revision, base, mine } = sharedDraft;
    const cards = (list: Cards) => list.map((card) => ({ ...card }));
    const response = await update({
      e: 'board',
      body: { id, revision, _base: { cards: cards(base) }, cards: cards(mine) },
    });
    if ('error' in response) {
      toasts.show('error', t('dashboard.arrange.not_shared'));
      setSharedDraft((now) => now && { ...now, mine: now.base });
      return;
    }
    const stored = parseCards(response.data.row['cards']) ?? mine;
    setSharedDraft((now) => now && applyRemote(now, response.data.revision, stored, mine));
  });
  const hasUnsent = sharedDraft !== null && !isLoading && !isSameCards(sharedDraft.base, sharedDraft.mine);
  useEffect(() => {
    if (!hasUnsent) return undefined;
    const timer = setTimeout(() => void send(), SEND_MS);
    return () => clearTimeout(timer);
  }, [hasUnsent, sharedDraft?.mine]);
}

export function useArrangement(board: Board): Arrangement {
  const { permissions } = useBootstrap();
  const [draft, setDraft] = useState<Cards | null>(null);
  const [sharedDraft, setSharedDraft] = useState<EditedSharedBoard | null>(null);
  const { shared } = board;
  const isCurrentBoard = sharedDraft !== null && shared?.id === sharedDraft.id;
  if (isCurrentBoard && shared.revision > sharedDraft.revision)
    setSharedDraft(applyRemote(sharedDraft, shared.revision, shared.cards));
  useSendShared(sharedDraft, setSharedDraft);
  const canEditShared = shared !== null && isPermissionGranted(permissions, 'board/edit');
  return {
    cards: sharedDraft?.mine ?? draft,
    sharedBoard: isCurrentBoard ? shared : null,
    canEditShared,
    start: () => setDraft(board.cards),
    stop: () => {
      setDraft(null);
      setSharedDraft(null);
    },
    change: (update) => {
      if (sharedDraft === null) setDraft((now) => now && update(now));
      else setSharedDraft((now) => now && { ...now, mine: update(now.mine) });
    },
    setShared: (on) => setSharedDraft(on && shared !== null ? createSharedDraft(shared) : null),
  };
}

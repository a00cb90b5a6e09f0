/**
 * A dashboard while it is arranged: alone it is a draft until it is kept; together each change is everybody's at once, and what
 * others do meanwhile appears in it, merged by card.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Card } from '../../../../../common/live/dashboardCards';
import { parseCards } from '../../../../../common/live/dashboardCards';
import { mergeCards } from '../../../../../common/live/mergeCards';
import { rowsApi } from '../../../../engine/data/rowsApi';
import { useApp } from '../../../../shared/app/appContext';
import { hasPermission, useBootstrap } from '../../../../shared/api/bootstrap';
import type { Board, SharedBoard } from './useBoard';

type Cards = readonly Card[];
/** The shared dashboard as it was last heard of, and what one made of it since. */
interface Held {
  readonly id: number;
  readonly revision: number;
  readonly base: Cards;
  readonly mine: Cards;
}
export interface Arranging {
  /** Null while nothing is arranged. */
  readonly cards: Cards | null;
  /** The shared dashboard one works on with others. */
  readonly together: SharedBoard | null;
  /** Whether there is one to work on. */
  readonly canTogether: boolean;
  readonly start: () => void;
  readonly stop: () => void;
  readonly change: (by: (cards: Cards) => Cards) => void;
  readonly setTogether: (on: boolean) => void;
}

const SEND_MS = 150;
const same = (one: Cards, other: Cards): boolean => JSON.stringify(one) === JSON.stringify(other);
const heldOf = ({ id, revision, cards }: SharedBoard): Held => ({ id, revision, base: cards, mine: cards });
const heard = (held: Held, revision: number, theirs: Cards, base = held.base): Held =>
  revision <= held.revision ? held : { ...held, revision, base: theirs, mine: mergeCards(base, held.mine, theirs) };

/** Sends what one did, one after the other. */
function useSending(held: Held | null, setHeld: (by: (held: Held | null) => Held | null) => void): void {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const [update, { isLoading }] = rowsApi.useUpdateMutation();
  const send = useEffectEvent(async () => {
    if (held === null) return;
    const { id, revision, base, mine } = held;
    const cards = (list: Cards) => list.map((card) => ({ ...card }));
    const answer = await update({
      e: 'board',
      body: { id, revision, _base: { cards: cards(base) }, cards: cards(mine) },
    });
    if ('error' in answer) {
      toasts.show('error', t('dashboard.arrange.not_shared'));
      setHeld((now) => now && { ...now, mine: now.base });
      return;
    }
    const stored = parseCards(answer.data.row['cards']) ?? mine;
    setHeld((now) => now && heard(now, answer.data.revision, stored, mine));
  });
  const waits = held !== null && !isLoading && !same(held.base, held.mine);
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => void send(), SEND_MS);
    return () => clearTimeout(timer);
  }, [waits, held?.mine]);
}

export function useArranging(board: Board): Arranging {
  const { permissions } = useBootstrap();
  const [draft, setDraft] = useState<Cards | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const { shared } = board;
  const isSame = held !== null && shared?.id === held.id;
  if (isSame && shared.revision > held.revision) setHeld(heard(held, shared.revision, shared.cards));
  useSending(held, setHeld);
  const canTogether = shared !== null && hasPermission(permissions, 'board/edit');
  return {
    cards: held?.mine ?? draft,
    together: isSame ? shared : null,
    canTogether,
    start: () => setDraft(board.cards),
    stop: () => {
      setDraft(null);
      setHeld(null);
    },
    change: (by) => {
      if (held === null) setDraft((now) => now && by(now));
      else setHeld((now) => now && { ...now, mine: by(now.mine) });
    },
    setTogether: (on) => setHeld(on && shared !== null ? heldOf(shared) : null),
  };
}

/** Tells the house which figures arrived in this window, and when they are in sight, so that staff know. Support’s eyes do not count. */
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../shared/api';
import type { Held } from '../../shared/entities';
import { textOf } from '../textOf';

export function useSeen(held: Held | undefined, counts: boolean): void {
  const [tell] = api.useRequestMutation();
  const [money, score] = [textOf(held?.row['money']), Number(held?.row['score'] ?? 0)];
  const say = useEffectEvent(() => {
    const hidden = document.visibilityState !== 'visible';
    const body = { money, score, ...(hidden ? { hidden } : {}) };
    void tell({ url: '/api/account/seen', method: 'POST', body, quiet: true, repeatable: true });
  });
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') say();
  });
  // What came and went within one frame leaves the figures as they were: the row’s revision tells.
  const revision = held?.v ?? 0;
  useEffect(() => {
    if (money === '' || !counts) return undefined;
    say();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [money, score, revision, counts]);
}

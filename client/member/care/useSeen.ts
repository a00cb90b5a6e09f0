/** Tells the house which figures are in sight, so that staff know when a booking was seen. Support’s eyes do not count. */
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../shared/api';
import type { Held } from '../../shared/entities';
import { textOf } from '../textOf';

export function useSeen(held: Held | undefined, counts: boolean): void {
  const [tell] = api.useRequestMutation();
  const [money, score] = [textOf(held?.row['money']), Number(held?.row['score'] ?? 0)];
  const say = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return;
    void tell({ url: '/api/account/seen', method: 'POST', body: { money, score }, quiet: true, repeatable: true });
  });
  useEffect(() => {
    if (money === '' || !counts) return undefined;
    say();
    document.addEventListener('visibilitychange', say);
    return () => document.removeEventListener('visibilitychange', say);
  }, [money, score, counts]);
}

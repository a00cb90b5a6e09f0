/** Sends read receipts of the balances: when they arrived in this tab and when they became visible. Support sessions send none. */
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../shared/api/api';
import type { CachedRow } from '../../shared/store/entities';
import { valueToText } from '../valueToText';

export function useReportSeenAmounts(cachedRow: CachedRow | undefined, isEnabled: boolean): void {
  const [send] = api.useRequestMutation();
  const [money, score] = [valueToText(cachedRow?.row['money']), Number(cachedRow?.row['score'] ?? 0)];
  const report = useEffectEvent(() => {
    const isHidden = document.visibilityState !== 'visible';
    const body = { money, score, ...(isHidden ? { hidden: isHidden } : {}) };
    void send({ url: '/api/account/seen', method: 'POST', body, isSilent: true, allowsParallel: true });
  });
  const reportIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') report();
  });
  // Two opposite changes in one frame leave the amounts unchanged; the row’s revision shows that there was a change.
  const revision = cachedRow?.revision ?? 0;
  useEffect(() => {
    if (money === '' || !isEnabled) return undefined;
    report();
    document.addEventListener('visibilitychange', reportIfVisible);
    return () => document.removeEventListener('visibilitychange', reportIfVisible);
  }, [money, score, revision, isEnabled]);
}

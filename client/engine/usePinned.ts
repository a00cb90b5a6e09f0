/** Keeps rows in memory while a screen shows them. */
import { useEffect, useEffectEvent } from 'react';
import { useApp } from '../shared/app';

export function usePinned(e: string, ids: readonly number[]): void {
  const { sweeper } = useApp();
  const pinned = useEffectEvent(() => [[e, ids] as const]);
  useEffect(() => sweeper.pin(() => pinned()), [sweeper]);
}

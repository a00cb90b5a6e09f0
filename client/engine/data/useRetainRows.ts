/** Keeps rows in the entity store (cache) while a screen shows them, so that the garbage collection leaves them. */
import { useEffect, useEffectEvent } from 'react';
import { useApp } from '../../shared/app/appContext';

export function useRetainRows(e: string, ids: readonly number[]): void {
  const { entityGc } = useApp();
  const retainedRows = useEffectEvent(() => [[e, ids] as const]);
  useEffect(() => entityGc.retain(() => retainedRows()), [entityGc]);
}

/** A member as the live channel tells of it, for as long as it is in sight. */
import { useCallback, useSyncExternalStore } from 'react';
import type { ReceiptsFrame } from '../../../../common/protocol/receipts';
import { useApp } from '../../../shared/app/appContext';
import { careDeskOf } from './careDesk';

/** Undefined while nothing is known of it. */
export function useCare(id: number): ReceiptsFrame | undefined {
  const desk = careDeskOf(useApp());
  const follow = useCallback((hear: () => void) => desk.follow(id, hear), [desk, id]);
  return useSyncExternalStore(follow, () => desk.now(id));
}

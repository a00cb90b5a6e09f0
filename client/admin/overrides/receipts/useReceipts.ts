/** Receipts of a member, live while the component is mounted. */
import { useCallback, useSyncExternalStore } from 'react';
import type { ReceiptsFrame } from '../../../../common/protocol/receipts';
import { useApp } from '../../../shared/app/appContext';
import { getReadReceiptsClient } from './readReceiptsClient';

/** Undefined while unknown. */
export function useReceipts(id: number): ReceiptsFrame | undefined {
  const receipts = getReadReceiptsClient(useApp());
  const follow = useCallback((onChange: () => void) => receipts.follow(id, onChange), [receipts, id]);
  return useSyncExternalStore(follow, () => receipts.current(id));
}

/** The call log of the gateway: its errors in sentences. */
import { openCall } from '../../../../common/entities/openCall';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense } from '../../../ui/lazyWithRetry';
import { FallbackCell } from '../FallbackCell';

export const openCallOverride = defineOverride(openCall, {
  cells: { fault: lazyWithoutSuspense(async () => (await import('./CallFaultCell')).CallFaultCell, FallbackCell) },
  columnWidths: { fault: 260 },
});

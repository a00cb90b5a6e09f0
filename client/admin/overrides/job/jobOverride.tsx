/** Jobs: their kinds in words, and their steps in a panel. */
import { job } from '../../../../common/entities/job';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { FallbackCell } from '../FallbackCell';

export const jobOverride = defineOverride(job, {
  cells: { kind: lazyWithoutSuspense(async () => (await import('./JobKindCell')).JobKindCell, FallbackCell) },
  panel: lazyWithRetry(async () => (await import('./JobPanel')).JobPanel),
});

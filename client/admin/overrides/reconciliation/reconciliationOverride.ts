/** Reconciliations: a panel with progress and findings instead of a form. */

import { reconciliation } from '../../../../common/entities/reconciliation';
import { defineOverride } from '../../../engine/override';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const reconciliationOverride = defineOverride(reconciliation, {
  panel: lazyWithRetry(async () => (await import('./ReconciliationPanel')).ReconciliationPanel),
});

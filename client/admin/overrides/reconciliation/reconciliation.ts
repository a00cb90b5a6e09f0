/** Reconciliations in the console: one is read with its progress and findings, not as a form. */

import { reconciliation } from '../../../../common/entities/reconciliation';
import { defineOverride } from '../../../engine/override';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const reconciliationScreen = defineOverride(reconciliation, {
  panel: lazyWithRetry(async () => (await import('./Reconciled')).Reconciled),
});

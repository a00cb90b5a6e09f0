/** Reconciliations in the console: one is read with its progress and findings, not as a form. */

import { reconciliation } from '../../../../common/entities/reconciliation';
import { override } from '../../../engine/override';
import { lazyPart } from '../../../ui/lazyPart';

export const reconciliationScreen = override(reconciliation, {
  panel: lazyPart(async () => (await import('./Reconciled')).Reconciled),
});

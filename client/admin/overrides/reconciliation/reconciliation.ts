/** Reconciliations in the console: one is read with its progress and findings, not as a form. */
import { lazy } from 'react';
import { reconciliation } from '../../../../common/entities/reconciliation';
import { override } from '../../../engine/override';

export const reconciliationScreen = override(reconciliation, {
  panel: lazy(async () => ({ default: (await import('./Reconciled')).Reconciled })),
});

/** Thresholds: bounds of money metrics are shown and typed as amounts. */
import { threshold } from '../../../../common/entities/threshold';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense } from '../../../ui/lazyWithRetry';
import { lazyInput } from '../lazyInput';

const load = () => import('./ThresholdValue');

export const thresholdOverride = defineOverride(threshold, {
  cells: { bound: lazyWithoutSuspense(async () => (await load()).ThresholdValueCell) },
  inputs: { bound: lazyInput(async () => (await load()).ThresholdValueInput) },
  parentFields: { bound: 'figure' },
});

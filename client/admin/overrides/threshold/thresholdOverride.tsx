/** Thresholds: bounds of money metrics are shown and typed as amounts. */
import { Suspense } from 'react';
import { threshold } from '../../../../common/entities/threshold';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';

const ThresholdValueCell = lazyWithoutSuspense(async () => (await import('./ThresholdValue')).ThresholdValueCell);
const LazyValueInput = lazyWithRetry(async () => (await import('./ThresholdValue')).ThresholdValueInput);

const ThresholdValueInput = (props: InputProps) => (
  <Suspense fallback={null}>
    <LazyValueInput {...props} />
  </Suspense>
);
export const thresholdOverride = defineOverride(threshold, {
  cells: { bound: ThresholdValueCell },
  inputs: { bound: ThresholdValueInput },
  parentFields: { bound: 'figure' },
});

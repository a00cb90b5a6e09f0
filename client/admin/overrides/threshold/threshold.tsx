/** Thresholds: the number of a figure that sums amounts is said and typed as an amount. */
import { Suspense } from 'react';
import { threshold } from '../../../../common/entities/threshold';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { defineOverride } from '../../../engine/override';
import { lazyTogether, lazyWithRetry } from '../../../ui/lazyWithRetry';

const BoundCell = lazyTogether(async () => (await import('./Bound')).BoundCell);
const Typed = lazyWithRetry(async () => (await import('./Bound')).BoundInput);

const BoundInput = (props: InputProps) => (
  <Suspense fallback={null}>
    <Typed {...props} />
  </Suspense>
);
export const thresholdScreen = defineOverride(threshold, {
  cells: { bound: BoundCell },
  inputs: { bound: BoundInput },
  parentFields: { bound: 'figure' },
});

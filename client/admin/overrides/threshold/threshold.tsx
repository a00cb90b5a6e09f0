/** Thresholds: the number of a figure that sums amounts is said and typed as an amount. */
import { Suspense } from 'react';
import { threshold } from '../../../../common/entities/threshold';
import type { InputProps } from '../../../engine/kinds/kindView';
import { override } from '../../../engine/override';
import { jointPart, lazyPart } from '../../../ui/lazyPart';

const BoundCell = jointPart(async () => (await import('./Bound')).BoundCell);
const Typed = lazyPart(async () => (await import('./Bound')).BoundInput);

const BoundInput = (props: InputProps) => (
  <Suspense fallback={null}>
    <Typed {...props} />
  </Suspense>
);
export const thresholdScreen = override(threshold, {
  cells: { bound: BoundCell },
  inputs: { bound: BoundInput },
  beside: { bound: 'figure' },
});

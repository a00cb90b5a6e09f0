/** The market in the console of the publishing installation: packages of plugin versions, and refunds of purchases. */
import { marketSource } from '../../../../common/entities/marketSource';
import { PAYMENTS, pluginPurchase } from '../../../../common/entities/pluginPurchase';
import { pluginVersion } from '../../../../common/entities/pluginVersion';
import { defineOverride, type IsFieldVisible } from '../../../engine/override';
import { FallbackCell } from '../FallbackCell';
import { lazyInput } from '../lazyInput';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';

const PurchaseAmountCell = lazyWithoutSuspense(async () => (await import('./PurchaseAmountCell')).PurchaseAmountCell);
const failureColumn = () => import('./SourceFailure');
const SourceFailureCell = lazyWithoutSuspense(async () => (await failureColumn()).SourceFailureCell, FallbackCell);
/** A record shows only the amount that paid. */
const isFieldVisible: IsFieldVisible = (field, valueOf) =>
  (field !== 'money' && field !== 'score') || valueOf('paid_by') === PAYMENTS[field];

export const marketOverrides = [
  defineOverride(marketSource, {
    cells: { failure: SourceFailureCell },
    inputs: { failure: lazyInput(async () => (await failureColumn()).SourceFailureInput) },
  }),
  defineOverride(pluginVersion, {
    belowField: {
      package_size: lazyWithRetry(async () => (await import('./AttachPackageButton')).AttachPackageButton, 'small'),
    },
  }),
  defineOverride(pluginPurchase, {
    cells: { money: PurchaseAmountCell },
    isFieldVisible,
    customActions: ['refund', 'decline'],
    belowField: { status: lazyWithRetry(async () => (await import('./RefundButton')).RefundButton, 'small') },
  }),
];

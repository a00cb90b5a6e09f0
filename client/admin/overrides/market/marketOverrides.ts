/** The market in the console of the publishing installation: packages of plugin versions, and refunds of purchases. */
import { pluginPurchase } from '../../../../common/entities/pluginPurchase';
import { pluginVersion } from '../../../../common/entities/pluginVersion';
import { defineOverride } from '../../../engine/override';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const marketOverrides = [
  defineOverride(pluginVersion, {
    belowField: {
      package_size: lazyWithRetry(async () => (await import('./AttachPackageButton')).AttachPackageButton, 'small'),
    },
  }),
  defineOverride(pluginPurchase, {
    customActions: ['refund', 'decline'],
    belowField: { status: lazyWithRetry(async () => (await import('./RefundButton')).RefundButton, 'small') },
  }),
];

/** Apps: packaged from their form, and the secret is shown once to readers who may reset it. */

import { app } from '../../../../common/entities/app';
import { defineOverride } from '../../../engine/override';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const appOverride = defineOverride(app, {
  belowField: {
    running_status: lazyWithRetry(async () => (await import('./PackagePanel')).PackagePanel),
    shown_time: lazyWithRetry(async () => (await import('./ShowSecretButton')).ShowSecretButton),
  },
});

/** Apps: the secret is shown once to readers who may reset it. */

import { app } from '../../../../common/entities/app';
import { defineOverride } from '../../../engine/override';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const appOverride = defineOverride(app, {
  belowField: { shown_time: lazyWithRetry(async () => (await import('./ShowSecretButton')).ShowSecretButton) },
});

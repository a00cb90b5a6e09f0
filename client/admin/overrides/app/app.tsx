/** Apps: the secret of one is shown once, to whoever may make a new one. */

import { app } from '../../../../common/entities/app';
import { defineOverride } from '../../../engine/override';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const appScreen = defineOverride(app, {
  belowField: { shown_time: lazyWithRetry(async () => (await import('./BelowSecret')).BelowSecret) },
});

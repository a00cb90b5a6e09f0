/** Apps: the secret of one is shown once, to whoever may make a new one. */

import { app } from '../../../../common/entities/app';
import { override } from '../../../engine/override';
import { lazyPart } from '../../../ui/lazyPart';

export const appScreen = override(app, {
  below: { shown_time: lazyPart(async () => (await import('./BelowSecret')).BelowSecret) },
});

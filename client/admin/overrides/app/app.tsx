/** Apps: the secret of one is shown once, to whoever may make a new one. */
import { lazy } from 'react';
import { app } from '../../../../common/entities/app';
import { override } from '../../../engine/override';

export const appScreen = override(app, {
  below: { shown_time: lazy(async () => ({ default: (await import('./BelowSecret')).BelowSecret })) },
});

/** Admin log: an entry is read with what it changed, not as a form. */
import { lazy } from 'react';
import { adminLog } from '../../../common/entities/adminLog';
import { override } from '../../engine/override';

export const adminLogScreen = override(adminLog, {
  panel: lazy(async () => ({ default: (await import('./adminLog/LogDetail')).LogDetail })),
});

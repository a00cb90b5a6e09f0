/** Admin log: an entry is read with what it changed, not as a form. */

import { adminLog } from '../../../common/entities/adminLog';
import { override } from '../../engine/override';
import { lazyPart } from '../../ui/lazyPart';

export const adminLogScreen = override(adminLog, {
  panel: lazyPart(async () => (await import('./adminLog/LogDetail')).LogDetail),
});

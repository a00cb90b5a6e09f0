/** Admins: from each to why it may or may not, and to what it did. */

import { admin } from '../../../common/entities/admin';
import { override } from '../../engine/override';
import { lazyPart } from '../../ui/lazyPart';

export const adminScreen = override(admin, {
  /** Asking for approval starts from a refused save. */
  ownActions: ['ask'],
  rowEntries: lazyPart(async () => (await import('./entries/AdminEntries')).AdminEntries, 'small'),
  headExtra: lazyPart(async () => (await import('./entries/WhyButton')).WhyButton, 'small'),
});

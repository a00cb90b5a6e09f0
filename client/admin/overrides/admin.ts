/** Admins: from each to why it may or may not, and to what it did. */

import { admin } from '../../../common/entities/admin';
import { defineOverride } from '../../engine/override';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

export const adminScreen = defineOverride(admin, {
  /** Asking for approval starts from a refused save. */
  customActions: ['ask'],
  rowMenuItems: lazyWithRetry(async () => (await import('./entries/AdminEntries')).AdminEntries, 'small'),
  headerExtra: lazyWithRetry(async () => (await import('./entries/WhyButton')).WhyButton, 'small'),
});

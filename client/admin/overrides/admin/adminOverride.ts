/** Admins: links to permission explanation and log. */

import { admin } from '../../../../common/entities/admin';
import { defineOverride } from '../../../engine/override';
import { AccessLink } from '../permissions/accessLink';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const adminOverride = defineOverride(admin, {
  /** The action `ask` starts from a refused save. */
  customActions: ['ask'],
  rowMenuItems: lazyWithRetry(async () => (await import('./AdminMenuItems')).AdminMenuItems, 'small'),
  headerExtra: AccessLink,
});

/** Role groups: permissions are edited in a tree. */

import { adminGroup } from '../../../../common/entities/adminGroup';
import { defineOverride } from '../../../engine/override';
import { AdminPermissionsInput } from '../permissions/permissionInputs';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const adminGroupOverride = defineOverride(adminGroup, {
  inputs: { rules: AdminPermissionsInput },
  /** The actions start from a refused save, not from the row menu. */
  customActions: true,
  rowMenuItems: lazyWithRetry(async () => (await import('./AdminGroupMenuItems')).AdminGroupMenuItems, 'small'),
  headerExtra: lazyWithRetry(
    async () => (await import('../permissions/PermissionExplanationLink')).PermissionExplanationLink,
    'small',
  ),
});

/** Role groups: permissions are edited in a tree and counted in lists. */

import { adminGroup } from '../../../../common/entities/adminGroup';
import { defineOverride } from '../../../engine/override';
import { AdminPermissionsInput, PermissionsCell } from '../permissions/permissionInputs';
import { AccessLink } from '../permissions/accessLink';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const adminGroupOverride = defineOverride(adminGroup, {
  cells: { rules: PermissionsCell },
  inputs: { rules: AdminPermissionsInput },
  /** The actions start from a refused save, not from the row menu. */
  customActions: true,
  rowMenuItems: lazyWithRetry(async () => (await import('./AdminGroupMenuItems')).AdminGroupMenuItems, 'small'),
  headerExtra: AccessLink,
});

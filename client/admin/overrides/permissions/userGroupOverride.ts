/** Member groups: permissions are edited in a tree and counted in lists. */
import { userGroup } from '../../../../common/entities/userGroup';
import { defineOverride } from '../../../engine/override';
import { MemberPermissionsInput, PermissionsCell } from './permissionInputs';

export const userGroupOverride = defineOverride(userGroup, {
  cells: { rules: PermissionsCell },
  inputs: { rules: MemberPermissionsInput },
});

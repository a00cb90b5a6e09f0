/** Member groups: permissions are edited in a tree. */
import { userGroup } from '../../../../common/entities/userGroup';
import { defineOverride } from '../../../engine/override';
import { MemberPermissionsInput } from './permissionInputs';

export const userGroupOverride = defineOverride(userGroup, { inputs: { rules: MemberPermissionsInput } });

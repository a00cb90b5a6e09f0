/** Member groups: permissions are ticked, not typed. */
import { userGroup } from '../../../common/entities/userGroup';
import { defineOverride } from '../../engine/override';
import { MemberNodesInput } from './NodesInput';

export const userGroupScreen = defineOverride(userGroup, { inputs: { rules: MemberNodesInput } });

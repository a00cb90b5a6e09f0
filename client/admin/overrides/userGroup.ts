/** Member groups: permissions are ticked, not typed. */
import { userGroup } from '../../../common/entities/userGroup';
import { override } from '../../engine/override';
import { MemberNodesInput } from './NodesInput';

export const userGroupScreen = override(userGroup, { inputs: { rules: MemberNodesInput } });

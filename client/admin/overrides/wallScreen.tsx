/** Wall screens: the link is shown to its owner once. */
import { wallScreen } from '../../../common/entities/wallScreen';
import { override } from '../../engine/override';
import { jointPart } from '../../ui/lazyPart';

const LinkCell = jointPart(async () => (await import('../wall/WallLinkCell')).WallLinkCell);
export const wallScreenScreen = override(wallScreen, { cells: { shown_time: LinkCell } });

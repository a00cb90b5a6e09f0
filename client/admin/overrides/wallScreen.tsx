/** Wall screens: the link is shown to its owner once. */
import { wallScreen } from '../../../common/entities/wallScreen';
import { defineOverride } from '../../engine/override';
import { lazyTogether } from '../../ui/lazyWithRetry';

const LinkCell = lazyTogether(async () => (await import('../kiosk/KioskLinkCell')).KioskLinkCell);
export const wallScreenScreen = defineOverride(wallScreen, { cells: { shown_time: LinkCell } });

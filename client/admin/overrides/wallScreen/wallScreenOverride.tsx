/** Kiosk displays: the link is shown once to the owner. */
import { wallScreen } from '../../../../common/entities/wallScreen';
import { defineOverride } from '../../../engine/override';
import { lazyTogether } from '../../../ui/lazyWithRetry';

const KioskLinkCell = lazyTogether(async () => (await import('./KioskLinkCell')).KioskLinkCell);
export const wallScreenOverride = defineOverride(wallScreen, { cells: { shown_time: KioskLinkCell } });

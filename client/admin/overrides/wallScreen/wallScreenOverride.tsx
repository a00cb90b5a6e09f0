/** Kiosk displays: the link is shown once to the owner. */
import { wallScreen } from '../../../../common/entities/wallScreen';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense } from '../../../ui/lazyWithRetry';

const KioskLinkCell = lazyWithoutSuspense(async () => (await import('./KioskLinkCell')).KioskLinkCell);
export const wallScreenOverride = defineOverride(wallScreen, { cells: { shown_time: KioskLinkCell } });

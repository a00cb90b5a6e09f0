/** Kiosk displays: the link is shown once to the owner. */
import { kiosk } from '../../../../common/entities/kiosk';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense } from '../../../ui/lazyWithRetry';

const KioskLinkCell = lazyWithoutSuspense(async () => (await import('./KioskLinkCell')).KioskLinkCell);
export const kioskOverride = defineOverride(kiosk, { cells: { shown_time: KioskLinkCell } });

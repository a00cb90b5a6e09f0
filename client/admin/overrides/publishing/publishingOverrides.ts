/** Rows that the site shows from a time: the status says for when they are scheduled. */
import type { EntityOverride } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { FallbackCell } from '../FallbackCell';

const load = () => import('./PublishingStatus');
const StatusCell = lazyWithoutSuspense(async () => (await load()).PublishingStatusCell, FallbackCell);

/** The entities with a publishing window: their definitions would be too many bytes here, so a test compares the names with them. */
const PUBLISHED = ['news', 'article', 'page', 'product', 'solution', 'showcase', 'banner'];

export const publishingOverrides = PUBLISHED.map((entity): EntityOverride => ({
  entity,
  cells: { status: StatusCell },
  inputs: {},
  belowField: { status: lazyWithRetry(async () => (await load()).scheduleNoteOf(entity), 'none') },
  columnWidths: { status: 188 },
}));

/** Admins: from each to why it may or may not, and to what it did. */
import { lazy } from 'react';
import { admin } from '../../../common/entities/admin';
import { override } from '../../engine/override';

export const adminScreen = override(admin, {
  rowEntries: lazy(async () => ({ default: (await import('./entries/AdminEntries')).AdminEntries })),
  headExtra: lazy(async () => ({ default: (await import('./entries/WhyButton')).WhyButton })),
});

/** Role groups: permissions are ticked, not typed. */

import { adminGroup } from '../../../common/entities/adminGroup';
import { defineOverride } from '../../engine/override';
import { NodesInput } from './NodesInput';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

export const adminGroupScreen = defineOverride(adminGroup, {
  inputs: { rules: NodesInput },
  /** Asking for approval starts from a refused save, not from the menu of a row. */
  customActions: true,
  rowMenuItems: lazyWithRetry(async () => (await import('./entries/GroupEntries')).GroupEntries, 'small'),
  headerExtra: lazyWithRetry(async () => (await import('./entries/WhyButton')).WhyButton, 'small'),
});

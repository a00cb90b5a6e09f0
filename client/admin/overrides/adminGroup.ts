/** Role groups: permissions are ticked, not typed. */

import { adminGroup } from '../../../common/entities/adminGroup';
import { override } from '../../engine/override';
import { NodesInput } from './NodesInput';
import { lazyPart } from '../../ui/lazyPart';

export const adminGroupScreen = override(adminGroup, {
  inputs: { rules: NodesInput },
  /** Asking for approval starts from a refused save, not from the menu of a row. */
  ownActions: true,
  rowEntries: lazyPart(async () => (await import('./entries/GroupEntries')).GroupEntries, 'small'),
  headExtra: lazyPart(async () => (await import('./entries/WhyButton')).WhyButton, 'small'),
});

/** Role groups: permissions are ticked, not typed. */
import { lazy } from 'react';
import { adminGroup } from '../../../common/entities/adminGroup';
import { override } from '../../engine/override';
import { NodesInput } from './NodesInput';

export const adminGroupScreen = override(adminGroup, {
  inputs: { rules: NodesInput },
  rowEntries: lazy(async () => ({ default: (await import('./entries/GroupEntries')).GroupEntries })),
  headExtra: lazy(async () => ({ default: (await import('./entries/WhyButton')).WhyButton })),
});

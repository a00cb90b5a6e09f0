/** API tokens: permissions as a tree, and the token shown once to its owner. */
import { apiToken } from '../../../../common/entities/apiToken';
import { defineOverride } from '../../../engine/override';
import { AdminPermissionsInput, PermissionsCell } from '../permissions/permissionInputs';
import { lazyWithoutSuspense } from '../../../ui/lazyWithRetry';

export const apiTokenOverride = defineOverride(apiToken, {
  inputs: { scopes: AdminPermissionsInput },
  cells: {
    scopes: PermissionsCell,
    shown_time: lazyWithoutSuspense(async () => (await import('./ShowTokenCell')).ShowTokenCell),
  },
});

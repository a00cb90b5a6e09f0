/** Interfaces of apps: staff with permission try them out. */
import { appPluginVersionApi } from '../../../../common/entities/appPluginVersionApi';
import { defineOverride } from '../../../engine/override';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

export const gatewayRouteOverride = defineOverride(appPluginVersionApi, {
  belowField: { route_id: lazyWithRetry(async () => (await import('./TryOutButton')).TryOutButton) },
  rowMenuItems: lazyWithRetry(async () => (await import('./TryOutButton')).TryOutMenuItem),
  customActions: true,
});

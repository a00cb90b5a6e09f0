/** APIs of apps: staff with permission try them out. */
import { appPluginVersionApi } from '../../../../common/entities/appPluginVersionApi';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { FallbackCell } from '../FallbackCell';

export const gatewayRouteOverride = defineOverride(appPluginVersionApi, {
  cells: {
    route_status: lazyWithoutSuspense(async () => (await import('./ReachabilityNote')).RouteStatusCell, FallbackCell),
  },
  columnWidths: { route_status: 290 },
  summary: lazyWithRetry(async () => (await import('./ReachabilityNote')).ReachabilityNote),
  belowField: {
    route_id: lazyWithRetry(async () => (await import('./TryOutButton')).TryOutButton),
  },
  rowMenuItems: lazyWithRetry(async () => (await import('./TryOutButton')).TryOutMenuItem),
  customActions: true,
});

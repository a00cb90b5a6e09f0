/** Routes of activation codes: staff make series, reveal codes and redeem them for members; members redeem their own. */
import type { ModuleServices } from '../../engine/http/moduleServices';
import { registerRedeemRoutes } from './redeemCode';
import { registerRevealRoute } from './revealRoutes';
import { registerSeriesRoute } from './seriesRoute';

export function registerActivationRoutes(moduleServices: ModuleServices): void {
  registerRevealRoute(moduleServices);
  registerRedeemRoutes(moduleServices);
  registerSeriesRoute(moduleServices);
}

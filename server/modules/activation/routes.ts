/** Routes of activation codes: staff reveal a code, members redeem one. */
import type { ModuleServices } from '../../engine/http/moduleServices';
import { registerRedeemRoute } from './redeemCode';
import { registerRevealRoute } from './revealRoutes';

export function registerActivationRoutes(moduleServices: ModuleServices): void {
  registerRevealRoute(moduleServices);
  registerRedeemRoute(moduleServices);
}

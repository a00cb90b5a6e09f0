/** The marketplace: the catalogue that this installation publishes, and those of others that its console reads. */
import type { ModuleServices } from '../engine/http/moduleServices';
import { registerPublishRoutes } from './publish/publicRoutes';
import { registerMarketConsoleRoutes } from './remote/consoleRoutes';

export function registerMarketRoutes(modules: ModuleServices): void {
  registerPublishRoutes(modules);
  registerMarketConsoleRoutes(modules);
}

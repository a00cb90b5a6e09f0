/** The marketplace: the catalog that this installation publishes, and those of others that its console reads. */
import type { ModuleServices } from '../engine/http/moduleServices';
import { registerCatalogueRoutes } from './publish/catalogueRoutes';
import { registerMarketConsoleRoutes } from './remote/consoleRoutes';

export function registerMarketRoutes(modules: ModuleServices): void {
  registerCatalogueRoutes(modules);
  registerMarketConsoleRoutes(modules);
}

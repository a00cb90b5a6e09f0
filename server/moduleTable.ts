/** Every module that has routes, in the order in which they are registered: a module's own routes before the generic ones of its entity. */
import type { AnyEntity } from '../common/entity/entity';
import type { RegistryChange } from '../common/entity/registry';
import { addEntityRoutes, registerEntityRoutes } from './engine/http/entityRoutes';
import type { ModuleServices } from './engine/http/moduleServices';
import { registerActivationRoutes } from './modules/activation/routes';
import { registerApiDocsRoutes } from './modules/apiDocs/routes';
import { registerRevealSecretRoutes } from './modules/revealSecret/routes';
import { registerAttachmentRoutes } from './modules/attachment/routes';
import { registerCashierRoutes } from './modules/cashier/routes';
import { registerBootstrapRoutes } from './modules/bootstrap/routes';
import { registerCaptchaRoute } from './modules/captcha/routes';
import { registerCompatRoutes } from './compat/routes';
import { registerCommentRoutes } from './modules/comments/routes';
import { registerDashboardRoutes } from './modules/dashboard/routes';
import { registerDataWatchRoutes } from './modules/dataWatch/routes';
import { registerBulkRoutes } from './bulkJobs/routes';
import { registerDesignerRoutes } from './designer/routes';
import { registerImportRoutes } from './imports/routes';
import { registerInstallerRoutes } from './installer/routes';
import { registerMarketRoutes } from './market/routes';
import { registerDraftRoutes } from './modules/drafts/routes';
import { registerExplainRoute } from './modules/explain/routes';
import { addExportRoute, registerExportRoutes } from './modules/export/routes';
import { registerFavoriteRoutes } from './modules/favorites/routes';
import { registerGettingStartedRoutes } from './modules/gettingStarted/routes';
import { addHistoryRoutes, registerHistoryRoutes } from './modules/history/routes';
import { registerJobRoutes } from './modules/jobs/routes';
import { registerTestMailRoute } from './modules/mail/testMailRoutes';
import { registerMemberRoutes } from './modules/member/routes';
import { registerNotificationRoutes } from './modules/notifications/routes';
import { registerGatewayRoutes } from './modules/gateway/routes';
import { registerProfileRoutes } from './modules/profile/routes';
import { registerGuestRoutes } from './modules/guestRoutes/routes';
import { registerRegionRoutes } from './modules/regions/routes';
import { registerSavedViewRoutes } from './modules/savedViews/routes';
import { registerSchemaInfoRoutes } from './modules/schemaInfo/routes';
import { registerSessionRoutes } from './modules/session/routes';
import { registerSecretSettingRoutes } from './modules/settings/secretRoutes';
import { registerSitePreviewRoute } from './modules/site/previewRoute';
import { registerTerminalRoutes } from './modules/terminal/routes';
import { registerUploadRoutes } from './modules/upload/routes';

/** The services of all modules together: each takes its part. */
export type AllModuleServices = Parameters<typeof registerApiDocsRoutes>[0] &
  Parameters<typeof registerBootstrapRoutes>[0] &
  Parameters<typeof registerDashboardRoutes>[0] &
  Parameters<typeof registerDesignerRoutes>[0] &
  Parameters<typeof registerInstallerRoutes>[0] &
  Parameters<typeof registerMemberRoutes>[0] &
  Parameters<typeof registerGatewayRoutes>[0] &
  Parameters<typeof registerGuestRoutes>[0] &
  Parameters<typeof registerSitePreviewRoute>[0] &
  Parameters<typeof registerTerminalRoutes>[0];

export interface ServerModule {
  readonly name: string;
  readonly register: (moduleServices: AllModuleServices) => void;
}

export const moduleTable: readonly ServerModule[] = [
  { name: 'session', register: registerSessionRoutes },
  { name: 'captcha', register: registerCaptchaRoute },
  { name: 'profile', register: registerProfileRoutes },
  { name: 'bootstrap', register: registerBootstrapRoutes },
  { name: 'dashboard', register: registerDashboardRoutes },
  { name: 'favorites', register: registerFavoriteRoutes },
  { name: 'gettingStarted', register: registerGettingStartedRoutes },
  { name: 'notifications', register: registerNotificationRoutes },
  { name: 'member', register: registerMemberRoutes },
  { name: 'cashier', register: registerCashierRoutes },
  { name: 'history', register: registerHistoryRoutes },
  { name: 'comments', register: registerCommentRoutes },
  { name: 'drafts', register: registerDraftRoutes },
  { name: 'explain', register: registerExplainRoute },
  { name: 'revealSecret', register: registerRevealSecretRoutes },
  { name: 'activation', register: registerActivationRoutes },
  { name: 'terminal', register: registerTerminalRoutes },
  { name: 'settings', register: registerSecretSettingRoutes },
  { name: 'mail', register: registerTestMailRoute },
  { name: 'upload', register: registerUploadRoutes },
  { name: 'regions', register: registerRegionRoutes },
  { name: 'attachment', register: registerAttachmentRoutes },
  { name: 'schemaInfo', register: registerSchemaInfoRoutes },
  { name: 'dataWatch', register: registerDataWatchRoutes },
  { name: 'export', register: registerExportRoutes },
  { name: 'bulkJobs', register: registerBulkRoutes },
  { name: 'savedViews', register: registerSavedViewRoutes },
  { name: 'jobs', register: registerJobRoutes },
  { name: 'designer', register: registerDesignerRoutes },
  { name: 'installer', register: registerInstallerRoutes },
  { name: 'market', register: registerMarketRoutes },
  { name: 'compat', register: registerCompatRoutes },
  { name: 'imports', register: registerImportRoutes },
  { name: 'open', register: registerGatewayRoutes },
  { name: 'public', register: registerGuestRoutes },
  { name: 'site', register: registerSitePreviewRoute },
  { name: 'entities', register: registerEntityRoutes },
  { name: 'apiDocs', register: registerApiDocsRoutes },
];

/** Registers what every entity has: the generic routes, its history and its export. */
function addRoutesOf(moduleServices: ModuleServices, entity: AnyEntity): void {
  addHistoryRoutes(moduleServices, entity);
  addExportRoute(moduleServices, entity);
  addEntityRoutes(moduleServices, entity);
}

/** Updates the routes to the registry after designed entities were added, changed or removed. */
export function updateEntityRoutes(moduleServices: ModuleServices, { added, removed }: RegistryChange): void {
  for (const entity of removed) moduleServices.routes.removeEntity(entity);
  for (const entity of added) addRoutesOf(moduleServices, entity);
}

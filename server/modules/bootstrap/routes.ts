/** The first request of a client: the session, the permissions and the settings of the site. */
import { hasPermission, readableColumns, writableColumns, type Actor, canUse } from '../../../common/entity/access';
import { serializeEntity } from '../../../common/definition/parseEntity';
import type { AnyEntity } from '../../../common/entity/entity';
import type { TerminalSettings } from '../../../common/terminal';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { findKioskScope } from '../../access/kiosk/kioskScope';
import { loadConsolePreferences } from '../../access/preferences';
import { buildMenu } from './menu';
import { composePermissionVersion, menuVersion, permissionVersion } from '../../live/permissions/permissionVersion';
import { findPreviousLogin } from '../../access/sessions/findPreviousLogin';
import { sessionUser } from '../../access/sessions/sessionUser';
import { buildMemberMenu } from './memberMenu';
import { listMemberPageNodes, readMemberPage } from './memberPages';
import type { RequestContext, Services } from '../../context';
import { listRulesOf } from './menuRules';
import { buildSiteConfig } from './siteConfig';

const UPLOAD_PERMISSION = 'attachment/edit';

/** Values that stay constant while the server runs. */
export interface SiteInfo {
  readonly version: string;
  readonly build: string;
  /** The entities that were designed in the console. */
  readonly designed: () => readonly AnyEntity[];
  /** The terminal settings that staff chose. */
  readonly terminal: (services: Services) => Promise<TerminalSettings>;
  /** The form with which this person uploads files directly to the object store. */
  readonly uploadForm: (ctx: RequestContext) => object;
}

export function registerBootstrapRoutes({
  routes: { add: route },
  siteInfo,
}: ModuleServices & { readonly siteInfo: SiteInfo }): void {
  route({
    method: 'GET',
    path: '/admin/Index/index',
    realm: 'admin',
    access: 'admin',
    tokenScope: 'any',
    query: [],
    body: 'none',
    allowsKiosk: true,
    summary: 'Get the console’s bootstrap: menu, permissions and settings of the caller',
    handler: (call) => consoleBootstrap(call, siteInfo),
  });
  route({
    method: 'GET',
    path: '/api/Index/index',
    realm: 'member',
    access: 'guest',
    query: ['requiredLogin'],
    body: 'none',
    summary: 'Get the settings for guests and members',
    handler: (call) => publicBootstrap(call, siteInfo),
  });
  route({
    method: 'GET',
    path: '/api/user/index',
    realm: 'member',
    access: 'member',
    query: [],
    body: 'none',
    summary: 'Get the signed-in member',
    handler: (call) => memberBootstrap(call, siteInfo),
  });
  route({
    method: 'GET',
    path: '/api/module/page',
    realm: 'member',
    access: 'member',
    query: ['path'],
    body: 'none',
    summary: 'Describe a page that a module adds to the member center',
    handler: readMemberPage,
  });
}

async function consoleBootstrap(call: RouteCall, siteInfo: SiteInfo): Promise<HandlerResult> {
  const { ctx, session } = call;
  const { services, actor } = ctx;
  const kioskScope = findKioskScope(actor);
  // Read before the rules: a change in between makes the client reload.
  const menu = await menuVersion(services, 'admin');
  const version = composePermissionVersion(services.registry, actor, menu);
  const visibleConfig = buildSiteConfig(services.settings, 'admin', siteInfo.version);
  // Includes permissions that only allow other methods than that of this request.
  const rules = await listRulesOf(services, menu);
  const { menus, permissions } = buildMenu(session?.actor ?? actor, rules, services.registry);
  return {
    data: {
      adminInfo: kioskScope ? kioskUser(kioskScope.name) : await sessionUser(services, 'admin', actor),
      menus: kioskScope ? [] : menus,
      permissions,
      siteConfig: kioskScope ? visibleConfig : withUploadForm(siteInfo, call, visibleConfig),
      terminal: await terminalInfo(services, siteInfo),
      entities: entityPermissions(services, actor),
      definitions: designedDefinitions(siteInfo.designed(), actor),
      build: siteInfo.build,
      rights: version,
      ...(kioskScope ? {} : await consoleState(ctx)),
    },
  };
}

/** The favorites and the previous sign-in of the caller, and whether the first steps are shown. */
async function consoleState({ services, actor, sessionId }: RequestContext) {
  const { favorites, gettingStarted } = await loadConsolePreferences(services, actor.id);
  const { previous_login_time } = await findPreviousLogin(services, actor.id, sessionId);
  return { favorites, gettingStarted: !gettingStarted.isDismissed, previous_login_time };
}

/** The definitions of the designed entities that the caller may read: the console has no other way to know them. */
const designedDefinitions = (designed: readonly AnyEntity[], actor: Actor) =>
  designed.filter((entity) => canUse(actor, entity, 'read')).map(serializeEntity);

/** Whether the caller can upload files: not in a support session, and with an API token only if it has the scope of the upload routes. */
const canUpload = ({ ctx, session }: RouteCall): boolean =>
  session !== undefined &&
  session.supportUntil === undefined &&
  (session.tokenId === undefined || hasPermission(ctx.actor, UPLOAD_PERMISSION));
/** The site's settings, with the caller's upload form where it may upload. */
const withUploadForm = (
  { uploadForm }: SiteInfo,
  call: RouteCall,
  visibleConfig: ReturnType<typeof buildSiteConfig>,
) =>
  canUpload(call) ? { ...visibleConfig, upload: { ...visibleConfig.upload, ...uploadForm(call.ctx) } } : visibleConfig;

/** A kiosk display has a name but no user. */
const kioskUser = (name: string) => ({ id: 0, username: name, nickname: name, avatar: '', super: false });

async function terminalInfo(services: Services, siteInfo: SiteInfo) {
  const { port, manager } = await siteInfo.terminal(services);
  return { installServicePort: String(port), npmPackageManager: manager };
}

async function publicBootstrap(call: RouteCall, siteInfo: SiteInfo): Promise<HandlerResult> {
  const { ctx, session } = call;
  const signedIn = session === undefined ? {} : { userInfo: await sessionUser(ctx.services, 'user', ctx.actor) };
  const baseConfig = buildSiteConfig(ctx.services.settings, 'member', siteInfo.version);
  const visibleConfig = withUploadForm(siteInfo, call, baseConfig);
  return {
    data: {
      site: visibleConfig,
      siteConfig: visibleConfig,
      openMemberCenter: ctx.services.settings.memberCenter,
      entities: entityPermissions(ctx.services, ctx.actor),
      build: siteInfo.build,
      ...signedIn,
    },
  };
}

async function memberBootstrap({ ctx, session }: RouteCall, siteInfo: SiteInfo): Promise<HandlerResult> {
  const version = await permissionVersion(ctx.services, ctx.actor);
  return {
    data: {
      rights: version,
      // The end of a support session, which the page displays.
      ...(session?.supportUntil === undefined ? {} : { support: Math.floor(session.supportUntil / 1000) }),
      userInfo: await sessionUser(ctx.services, 'user', ctx.actor),
      menus: [
        ...(await buildMemberMenu(ctx.services, ctx.actor)),
        ...(await listMemberPageNodes(ctx.services, ctx.actor)),
      ],
      siteConfig: buildSiteConfig(ctx.services.settings, 'member', siteInfo.version),
      entities: entityPermissions(ctx.services, ctx.actor),
    },
  };
}

/**
 * For every entity that the caller may read: its readable columns, and the columns it may write in principle. A form keeps its inputs and
 * the typed text when the write permission is revoked.
 */
const entityPermissions = (services: Services, actor: Actor) =>
  Object.fromEntries(
    services.registry.all
      .filter((entity) => canUse(actor, entity, 'read'))
      .map((entity) => [
        entity.name,
        {
          readable: readableColumns(actor, entity).map(({ name }) => name),
          writable: writableColumns(actor, entity).map(({ name }) => name),
        },
      ]),
  );

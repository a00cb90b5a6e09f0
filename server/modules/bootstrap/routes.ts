/** What a client asks first: who am I, what may I see, how is this house set up. */
import { holds, readableColumns, writableColumns, type Actor, may } from '../../../common/entity/access';
import type { TerminalSettings } from '../../../common/terminal';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import { sightOf } from '../../access/walls';
import { menuFor } from '../../engine/schema/menu';
import { rightsMark } from '../../live/rights';
import { personOf } from '../../access/person';
import { memberMenu } from './memberMenu';
import type { RequestContext, Services } from '../../context';
import { enabledRules } from './rules';
import { siteConfig } from './site';

const UPLOAD_NODE = 'attachment/edit';

/** What does not change while the house stands. */
export interface Site {
  readonly version: string;
  readonly build: string;
  /** What staff decided about the command terminal. */
  readonly terminal: (services: Services) => Promise<TerminalSettings>;
  /** The form by which this person sends files straight to the store. */
  readonly uploadForm: (ctx: RequestContext) => object;
}

export function routeBootstrap({ add: route }: RouteRegistry, site: Site): void {
  route({
    method: 'GET',
    path: '/admin/Index/index',
    realm: 'admin',
    access: 'admin',
    tokens: 'any',
    query: [],
    body: 'none',
    kiosk: true,
    summary: 'The console: menu, rights and settings of the caller',
    handler: (call) => consoleBootstrap(call, site),
  });
  route({
    method: 'GET',
    path: '/api/Index/index',
    realm: 'member',
    access: 'guest',
    query: ['requiredLogin'],
    body: 'none',
    summary: 'The house as guests and members see it',
    handler: (call) => publicBootstrap(call, site),
  });
  route({
    method: 'GET',
    path: '/api/user/index',
    realm: 'member',
    access: 'member',
    query: [],
    body: 'none',
    summary: 'The signed-in member',
    handler: (call) => memberBootstrap(call, site),
  });
}

async function consoleBootstrap(call: RequestCall, site: Site): Promise<HandlerResult> {
  const { ctx, session } = call;
  const { services, actor } = ctx;
  const sight = sightOf(actor);
  // Before the rules are read: what changes in between is asked for again, not missed.
  const mark = await rightsMark(services, actor);
  const shown = siteConfig(services.settings, 'admin', site.version);
  // Nodes for other methods than that of this request are shown as well.
  const { menus, permissions } = menuFor(session?.actor ?? actor, await enabledRules(services));
  return {
    data: {
      adminInfo: sight ? nobody(sight.name) : await personOf(services, 'admin', actor),
      menus: sight ? [] : menus,
      permissions,
      siteConfig: sight ? shown : withForm(site, call, shown),
      terminal: await terminalFacts(services, site),
      entities: entityRights(services, actor),
      build: site.build,
      rights: mark,
    },
  };
}

/** Not during support, and API tokens need the scope of the upload routes. */
const maySend = ({ ctx, session }: RequestCall): boolean =>
  session !== undefined &&
  session.supportUntil === undefined &&
  (session.tokenId === undefined || holds(ctx.actor, UPLOAD_NODE));
/** The site's settings, with the caller's upload form where it may send files. */
const withForm = ({ uploadForm }: Site, call: RequestCall, shown: ReturnType<typeof siteConfig>) =>
  maySend(call) ? { ...shown, upload: { ...shown.upload, ...uploadForm(call.ctx) } } : shown;

/** Nobody sits at a screen on a wall; it has a name. */
const nobody = (name: string) => ({ id: 0, username: name, nickname: name, avatar: '', super: false });

async function terminalFacts(services: Services, site: Site) {
  const { port, manager } = await site.terminal(services);
  return { installServicePort: String(port), npmPackageManager: manager };
}

async function publicBootstrap(call: RequestCall, site: Site): Promise<HandlerResult> {
  const { ctx, session } = call;
  const signedIn = session === undefined ? {} : { userInfo: await personOf(ctx.services, 'user', ctx.actor) };
  const plain = siteConfig(ctx.services.settings, 'member', site.version);
  const shown = withForm(site, call, plain);
  return {
    data: {
      site: shown,
      siteConfig: shown,
      openMemberCenter: ctx.services.settings.memberCentre,
      entities: entityRights(ctx.services, ctx.actor),
      build: site.build,
      ...signedIn,
    },
  };
}

async function memberBootstrap({ ctx, session }: RequestCall, site: Site): Promise<HandlerResult> {
  const mark = await rightsMark(ctx.services, ctx.actor);
  return {
    data: {
      rights: mark,
      // Support looks at the account: the page says so, until when.
      ...(session?.supportUntil === undefined ? {} : { support: Math.floor(session.supportUntil / 1000) }),
      userInfo: await personOf(ctx.services, 'user', ctx.actor),
      menus: await memberMenu(ctx.services, ctx.actor),
      siteConfig: siteConfig(ctx.services.settings, 'member', site.version),
      entities: entityRights(ctx.services, ctx.actor),
    },
  };
}

/** Of every entity the caller may read: the columns it may read, and those it may write wherever it may write. A form keeps its inputs by them, and what was typed, when the right to write goes. */
const entityRights = (services: Services, actor: Actor) =>
  Object.fromEntries(
    services.registry.all
      .filter((entity) => may(actor, entity, 'read'))
      .map((entity) => [
        entity.name,
        {
          readable: readableColumns(actor, entity).map(({ name }) => name),
          writable: writableColumns(actor, entity).map(({ name }) => name),
        },
      ]),
  );

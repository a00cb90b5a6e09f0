/** One running house: every part made once, handed to those that need it, and closed in the opposite order. */
import type { Registry } from '../common/entity/registry';
import { COUNTERS } from '../common/live/counters';
import { setFallbackLocale } from '../common/locales/words';
import type { TerminalSettings } from '../common/terminal';
import { zoneOf } from '../common/text/zone';
import type { Env } from '../config/env';
import { hearing } from './access/listener';
import { loadKeys } from './access/keys';
import { createApp } from './app';
import type { EntityHookRegistry } from './engine/write/unitOfWork';
import { startScheduledJobs } from './engine/scheduledJobs';
import { countInSnapshot } from './engine/read/countGroups';
import { createRouteRegistry, type RouteRegistry } from './engine/http/routeRegistry';
import { createReader, type Reader } from './engine/read/reader';
import { addEntityRoutes } from './engine/http/entityRoutes';
import { createRowLoader } from './engine/read/rowLoader';
import { createBlindIndexSearch } from './engine/read/blindIndex';
import { createWriter } from './engine/write/createWriter';
import type { Writer } from './engine/write/writer';
import type { Clock, Db, Services, Log, Settings } from './context';
import { createLive, type Live, type LiveDeps } from './live/live';
import type { FollowedSettings } from './live/settings';
import { cacheHooks, dropOld } from './live/caches';
import { routeReveal } from './modules/activation/reveal';
import { routeApiTokens } from './modules/apiTokens/routes';
import { routeAreas } from './modules/area/routes';
import { routeAttachments } from './modules/attachment/routes';
import { routeAuthority } from './modules/authority/routes';
import { routeBootstrap } from './modules/bootstrap/routes';
import { routeGroupRules } from './modules/member/groupRules';
import { remarkOf } from './modules/bootstrap/rules';
import { siteConfig } from './modules/bootstrap/site';
import { routeCaptcha } from './modules/captcha/routes';
import { routeDocs } from './modules/docs/routes';
import { routeDrafts } from './modules/drafts/routes';
import { forgetDrafts } from './modules/drafts/shelf';
import { routeExports } from './modules/export/routes';
import { createHealth } from './modules/health/routes';
import { routeHistory } from './modules/history/routes';
import { forgetNotices } from './modules/notices/retention';
import { walkLedger } from './db/verifyLedger';
import { openReconciler, type Reconciler } from './modules/reconcile/walk';
import { createMailer, type Mailer } from './modules/mail/mail';
import { hasRoom, openOutbox, type Outbox } from './modules/mail/outbox';
import { routeTestMail } from './modules/mail/testMail';
import { routeNotices } from './modules/notices/routes';
import { routeFactors } from './modules/profile/factorRoutes';
import { routeProfile } from './modules/profile/routes';
import { routeAccount } from './modules/member/account';
import { routeCodes } from './modules/member/codes';
import { routeNotMe } from './modules/member/notMe';
import { routeSeen } from './modules/member/seen';
import { routeSupport } from './modules/member/support';
import { routeWealth } from './modules/member/wealth';
import { createPost, type Post } from './access/post/post';
import { routeOwnSessions } from './modules/session/own';
import { routeSessions } from './modules/session/routes';
import { routeSecondFactor } from './modules/session/secondFactor';
import type { Views } from './modules/public/counters';
import { routePublicForms } from './modules/public/routes';
import { forgetTasks } from './modules/terminal/retention';
import { outputOf } from './modules/terminal/output';
import { readSettings, SETTINGS } from './modules/terminal/settings';
import { routeTerminal } from './modules/terminal/routes';
import { openTerminal, type TerminalFounding } from './modules/terminal/open';
import type { Terminal } from './modules/terminal/terminal';
import { routeFamilySettings } from './modules/settings/family';
import { routeSettings } from './modules/settings/routes';
import { openSettings } from './modules/settings/settings';
import { createSetup, type Setup } from './modules/setup/setup';
import { routeDashboard } from './modules/dashboard/routes';
import type { Watchman } from './modules/dashboard/watchman';
import type { Workdays } from './modules/dashboard/workdays';
import { placesOf } from './modules/upload/objects/places';
import { withRemote } from './modules/upload/objects/redirect';
import { routeObjects } from './modules/upload/objects/routes';
import { sweepObjects } from './modules/upload/objects/sweep';
import { routeTables } from './modules/tables/routes';
import { forgetUploads, routeUploads } from './modules/upload/routes';
import type { Visits } from './modules/visits/visits';
import { forgetCodes } from './access/codes';
import { sharedForm } from './modules/upload/objects/sharedForm';
import { openStoredFiles } from './modules/upload/serve';
import { routeViews } from './modules/views/routes';
import { routeWatching } from './modules/history/watching/routes';
import { openAssets } from './platform/http/assets';
import { createRequestHooks } from './requestHooks';
import { closeServer, createHttpServer, listen } from './httpServer';
import { systemCtx } from './platform/systemCtx';

export interface ServerOptions {
  readonly env: Env;
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly behaviours: EntityHookRegistry;
  readonly settings: Settings;
  /** The built client. */
  readonly clientDir: string;
  readonly version: string;
  /** What the terminal may run, and where. */
  readonly terminal: TerminalFounding;
}
export interface Server {
  readonly services: Services;
  readonly routes: RouteRegistry;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly live: Live;
  /** Sends mails through the outbox. */
  readonly mail: Mailer;
  readonly outbox: Outbox;
  readonly setup: Setup;
  readonly views: Views;
  readonly terminal: Terminal;
  readonly visits: Visits;
  readonly alertMonitor: Watchman;
  /** Begins to answer; the URL it answers at. */
  readonly listen: () => Promise<string>;
  /** Not ready from now on; finishes what was begun, then closes everything but the database. */
  readonly close: () => Promise<void>;
}

export function createServer(options: ServerOptions): Server {
  const lateBound: LateBound = {};
  const { services, refresh } = createServices(options, lateBound);
  const assets = openAssets(options.clientDir);
  const output = outputOf(services, () => lateBound.terminal);
  const settings = liveSettings(services, refresh, options);
  const live = createLive(services, { ...liveDeps(services), output, settings, build: assets.build });
  lateBound.live = live;
  const writer = createWriter(services, options.behaviours);
  const reader = createReader(services, async (folding, seq) => live.figures()?.totalAt(folding, seq));
  const mail = createMailer(writer);
  const reconciler = (lateBound.reconciler = openReconciler(services, writer, walkLedger));
  const outbox = (lateBound.outbox = openOutbox(services, writer, live.nodes.isFirst));
  const routes = createRouteRegistry();
  const terminal = (lateBound.terminal = openTerminal(options.terminal, { services, writer, nodes: live.nodes }));
  const requestHooks = createRequestHooks({ services, writer, live, mail });
  const sendCode = createPost(services, { send: mail.send, hasRoom });
  const { workingTime } = requestHooks;
  const parts = { services, routes, reader, writer, sendCode, build: assets.build, workingTime, terminal, live };
  const views = registerRoutes(options, parts);
  const setup = createSetup(services, routes, writer);
  const health = createHealth(services);
  const files = withRemote(services, openStoredFiles(services.env.dataDir));
  const server = createHttpServer(
    createApp(services, { ...{ routes, assets, health, setup, files }, ...requestHooks.hooks }),
  );
  const jobs = startScheduledJobs(services, live.nodes.isFirst, [
    ...scheduledJobs(services, writer),
    reconciler.takeUp,
    workingTime.forget,
  ]);
  return {
    ...{ services, routes, writer, reader, live, mail, outbox, setup, views, terminal },
    ...{ visits: requestHooks.visits, alertMonitor: requestHooks.alertMonitor },
    listen: async () => {
      await refresh();
      await live.attach(server);
      const url = await listen(server, services.env);
      await terminal.start();
      return url;
    },
    close: async () => {
      health.drain();
      jobs.stop();
      requestHooks.alertMonitor.stop();
      await Promise.all([views.close(), requestHooks.visits.close()]);
      await terminal.stop();
      await live.close();
      await closeServer(server);
      await sendCode.close();
      await Promise.all([outbox.close(), reconciler.settled(), views.close(), requestHooks.close()]);
    },
  };
}

/** What is thrown away now and then. */
const scheduledJobs = (services: Services, writer: Writer) => [
  () => forgetNotices(systemCtx(services, 'notices'), writer),
  () => forgetDrafts(services.db, services.clock.now()),
  ...[() => forgetCodes(services), () => forgetUploads(services)],
  () => forgetTasks(systemCtx(services, 'terminal'), writer),
  () => sweepObjects(services),
];

interface RouteServices {
  readonly services: Services;
  readonly routes: RouteRegistry;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly sendCode: Post;
  readonly live: Pick<Live, 'acked'>;
  readonly build: string;
  readonly workingTime: Workdays;
  readonly terminal: Terminal;
}
/** Enters every route; a module's own stand before the generic ones of its noun. Answers what gathers views. */
function registerRoutes(options: ServerOptions, routing: RouteServices): Views {
  const { services, routes, reader, writer, sendCode, build, workingTime, terminal, live } = routing;
  const remarks = { remarkOf: (name: string) => remarkOf(services, name) };
  routeSessions(routes, writer);
  routeSecondFactor(routes, writer);
  routeOwnSessions(routes, writer);
  routeCaptcha(routes);
  routeProfile(routes, { reader, writer });
  routeFactors(routes, { writer });
  const { version } = options;
  routeBootstrap(routes, { version, build, terminal: readSettings, uploadForm: sharedForm });
  routeDashboard(routes, { workdays: workingTime, writer, ...remarks });
  routeNotices(routes, writer);
  routeAccount(routes, writer);
  routeNotMe(routes, writer);
  routeSupport(routes, writer);
  routeSeen(routes, live.acked);
  routeCodes(routes, sendCode);
  routeWealth(routes, { reader, writer });
  routeHistory(routes, services.registry, writer);
  routeDrafts(routes, services.registry);
  routeAuthority(routes, reader);
  routeApiTokens(routes, writer);
  routeReveal(routes, writer);
  routeTerminal(routes, { terminal, writer, table: options.terminal.table });
  routeSettings(routes, writer);
  routeFamilySettings(routes, { reader, writer, ...remarks });
  routeTestMail(routes);
  routeUploads(routes, writer, { dataDir: services.env.dataDir, placesOf });
  routeObjects(routes, writer);
  routeAreas(routes);
  routeGroupRules(routes);
  routeAttachments(routes);
  routeTables(routes);
  routeWatching(routes, writer);
  routeExports(routes, services.registry, writer);
  routeViews(routes, services.registry);
  const views = routePublicForms(routes, { reader, writer }, systemCtx(services, 'views'));
  for (const entity of services.registry.all) {
    addEntityRoutes({ routes, reader, writer, ...remarks }, entity);
  }
  routeDocs(routes, services.registry, { title: options.settings.siteName, version: options.version });
  return views;
}

/** The write path is made before the live channel that it wakes. */
interface LateBound {
  live?: Live;
  terminal?: Terminal;
  outbox?: Outbox;
  reconciler?: Reconciler;
}
function createServices(
  { env, db, log, clock, registry, behaviours, settings: defaults }: ServerOptions,
  lateBound: LateBound,
) {
  const appKeys = loadKeys(env.appKeys, env.dataDir);
  setFallbackLocale(defaults.fallbackLocale);
  const { settings, refresh } = openSettings({ db, log, registry, keys: appKeys }, defaults);
  const live: Services['live'] = {
    settingsChanged: refresh,
    messageWaiting: () => lateBound.outbox?.kick(),
    checkWaiting: () => lateBound.reconciler?.kick(),
    nudge: () => lateBound.live?.nudge(),
    ...cacheHooks({ db, clock }),
  };
  const searchBy = createBlindIndexSearch(behaviours.all, appKeys);
  const services: Services = { env: { ...env, appKeys }, db, log, clock, registry, settings, searchBy, live };
  return { services, refresh };
}

/** Settings on every node: read before anything that was written after them is told, then shown in every window. */
function liveSettings(services: Services, refresh: () => Promise<void>, { version }: ServerOptions): FollowedSettings {
  let terminal: TerminalSettings | undefined;
  return {
    concerns: ({ ent }) => ent === 'config' || ent === SETTINGS,
    refresh: async () => {
      await refresh();
      terminal = await readSettings(services);
    },
    isClosed: () => !services.settings.memberCentre,
    shown: (realm) => ({
      ...siteConfig(services.settings, realm, version),
      ...(realm === 'admin' && terminal ? { terminal } : {}),
    }),
  };
}

const liveDeps = (services: Services): LiveDeps => ({
  onTaken: (changes) => dropOld(services, changes),
  ...hearing(services),
  rowOf: createRowLoader(services),
  counting: {
    count: (folding) => countInSnapshot(services.db, folding),
    standing: Object.values(COUNTERS),
    zone: () => zoneOf(services.settings.timeZone),
  },
  shared: services.db.dialect === 'mariadb',
});

/** One running house: every part made once, handed to those that need it, and closed in the opposite order. */
import type { Registry } from '../common/entity/registry';
import { COUNTERS } from '../common/live/counters';
import { setFallbackLocale } from '../common/locales/translate';
import type { TerminalSettings } from '../common/terminal';
import { getTimeZone } from '../common/text/timeZone';
import type { Env } from '../config/env';
import { createLiveAuth } from './access/sessions/liveAuth';
import { loadKeys } from './access/crypto/crypto';
import { createApp } from './app';
import type { EntityHookRegistry } from './engine/transaction/unitOfWork';
import { startScheduledJobs } from './engine/scheduledJobs';
import { countGroupsInSnapshot } from './engine/read/countGroups';
import { createRouteRegistry, type RouteRegistry } from './engine/http/routeRegistry';
import { createReader, type Reader } from './engine/read/reader';
import { addEntityRoutes } from './engine/http/entityRoutes';
import { createRowLoader } from './engine/read/rowLoader';
import { createBlindIndexSearch } from './engine/read/blindIndex';
import { createWriter } from './engine/write/createWriter';
import type { Writer } from './engine/write/writer';
import type { Clock, Db, Services, Log, Settings } from './context';
import { createLiveHub, type LiveHub, type LiveHubDeps } from './live/liveHub';
import type { LiveSettings } from './live/sockets/settingsEvents';
import { createCacheHooks, invalidateCaches } from './live/log/invalidateCaches';
import { registerRedeemRoute } from './modules/activation/redeemCode';
import { registerRevealRoute } from './modules/activation/revealRoutes';
import { registerShowSecretRoutes } from './modules/apiTokens/routes';
import { registerRegionRoutes } from './modules/regions/routes';
import { registerAttachmentRoutes } from './modules/attachment/routes';
import { registerExplainRoute } from './modules/explain/routes';
import { registerBootstrapRoutes } from './modules/bootstrap/routes';
import { registerGroupRuleRoutes } from './modules/member/groupRuleRoutes';
import { loadScreenRemark } from './modules/bootstrap/menuRules';
import { buildSiteConfig } from './modules/bootstrap/siteConfig';
import { registerCaptchaRoute } from './modules/captcha/routes';
import { registerApiDocsRoutes } from './modules/apiDocs/routes';
import { registerDraftRoutes } from './modules/drafts/routes';
import { purgeOldDrafts } from './modules/drafts/draftStore';
import { registerExportRoutes } from './modules/export/routes';
import { createHealthProbes } from './modules/health/healthProbes';
import { registerHistoryRoutes } from './modules/history/routes';
import { purgeOldNotices } from './modules/notifications/purgeOldNotices';
import { verifyLedgerOf } from './db/verify/verifyLedger';
import { createLedgerReconciler, type LedgerReconciler } from './modules/reconcileLedger/ledgerReconciler';
import { createMailer, type Mailer } from './hooks/mail/mailer';
import { hasQueueCapacity, createOutbox, type Outbox } from './modules/mail/outbox';
import { registerTestMailRoute } from './modules/mail/testMailRoutes';
import { registerNotificationRoutes } from './modules/notifications/routes';
import { registerOwnSecondFactorRoutes } from './modules/profile/secondFactorRoutes';
import { registerProfileRoutes } from './modules/profile/routes';
import { registerAccountRoutes } from './modules/member/account/accountRoutes';
import { registerVerificationCodeRoutes } from './modules/member/verification/codeRoutes';
import { registerTakeoverReportRoute } from './modules/member/account/takeoverRoutes';
import { registerReadReceiptRoute } from './modules/member/balance/readReceiptRoutes';
import { registerSupportRoutes } from './modules/member/support/supportRoutes';
import { registerBalanceRoutes } from './modules/member/balance/balanceRoutes';
import { createCodeSender, type CodeSender } from './access/codes/sendCode';
import { registerOwnSessionRoutes } from './modules/session/ownSessionRoutes';
import { registerSessionRoutes } from './modules/session/routes';
import { registerSecondFactorRoutes } from './modules/session/secondFactorRoutes';
import type { ViewCounter } from './modules/public/articleCounters';
import { registerPublicSiteRoutes } from './modules/public/routes';
import { purgeDeletedTasks } from './modules/terminal/tasks/purgeDeletedTasks';
import { createLiveOutput } from './modules/terminal/stream/liveOutput';
import { readTerminalSettings, SETTINGS_ENTITY } from './modules/terminal/terminalSettings';
import { registerTerminalRoutes } from './modules/terminal/routes';
import { createProductTerminal, type TerminalOptions } from './modules/terminal/createProductTerminal';
import type { Terminal } from './modules/terminal/terminal';
import { registerCompatSettingsRoutes } from './modules/settings/compatRoutes';
import { registerSettingsRoutes } from './modules/settings/routes';
import { createLiveSettings } from './modules/settings/liveSettings';
import { createFirstAdminSetup, type FirstAdminSetup } from './modules/setup/firstAdminSetup';
import { registerDashboardRoutes } from './modules/dashboard/routes';
import type { AlertMonitor } from './modules/dashboard/alertMonitor';
import type { WorkingTime } from './modules/dashboard/workingTime';
import { resolveDrivers } from './modules/upload/objectStore/objectStoreDriver';
import { withObjectStoreRedirect } from './modules/upload/objectStore/objectStoreRedirect';
import { registerDirectUploadRoutes } from './modules/upload/objectStore/routes';
import { sweepObjects } from './modules/upload/objectStore/sweepObjects';
import { registerSchemaInfoRoutes } from './modules/schemaInfo/routes';
import { removeStaleUploads, registerUploadRoutes } from './modules/upload/routes';
import type { VisitCounter } from './modules/visits/visitCounter';
import { deleteExpiredCodes } from './access/codes/oneTimeCodes';
import { buildSharedUploadForm } from './modules/upload/objectStore/sharedUploadForm';
import { createStoredFileServer } from './modules/upload/storedFileServer';
import { registerSavedViewRoutes } from './modules/savedViews/routes';
import { registerDataWatchRoutes } from './modules/dataWatch/routes';
import { openAssets } from './platform/http/assets';
import { createRequestHooks } from './requestHooks';
import { closeServer, createHttpServer, listen } from './httpServer';
import { systemContext } from './platform/systemContext';

export interface ServerOptions {
  readonly env: Env;
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly hooks: EntityHookRegistry;
  readonly settings: Settings;
  /** The built client. */
  readonly clientDir: string;
  readonly version: string;
  /** What the terminal may run, and where. */
  readonly terminal: TerminalOptions;
}
export interface Server {
  readonly services: Services;
  readonly routes: RouteRegistry;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly live: LiveHub;
  /** Sends mails through the outbox. */
  readonly mail: Mailer;
  readonly outbox: Outbox;
  readonly setup: FirstAdminSetup;
  readonly viewCounter: ViewCounter;
  readonly terminal: Terminal;
  readonly visits: VisitCounter;
  readonly alertMonitor: AlertMonitor;
  /** Begins to answer; the URL it answers at. */
  readonly listen: () => Promise<string>;
  /** Not ready from now on; finishes what was begun, then closes everything but the database. */
  readonly close: () => Promise<void>;
}

export function createServer(options: ServerOptions): Server {
  const lateBound: LateBound = {};
  const { services, refresh: refreshSettings } = createServices(options, lateBound);
  const assets = openAssets(options.clientDir);
  const terminalOutput = createLiveOutput(services, () => lateBound.terminal);
  const settings = liveSettings(services, refreshSettings, options);
  const live = createLiveHub(services, {
    ...liveOptions(services),
    taskOutput: terminalOutput,
    settings,
    build: assets.build,
  });
  lateBound.live = live;
  const writer = createWriter(services, options.hooks);
  const reader = createReader(services, async (aggregate, seq) => live.metrics()?.totalAt(aggregate, seq));
  const mail = createMailer(writer);
  const reconciler = (lateBound.reconciler = createLedgerReconciler(services, writer, verifyLedgerOf));
  const outbox = (lateBound.outbox = createOutbox(services, writer, live.nodes.isLeader));
  const routes = createRouteRegistry();
  const terminal = (lateBound.terminal = createProductTerminal(options.terminal, {
    services,
    writer,
    nodes: live.nodes,
  }));
  const requestHooks = createRequestHooks({ services, writer, live, mail });
  const sendCode = createCodeSender(services, { send: mail.send, hasCapacity: hasQueueCapacity });
  const { workingTime } = requestHooks;
  const routeDeps = { services, routes, reader, writer, sendCode, build: assets.build, workingTime, terminal, live };
  const viewCounter = registerRoutes(options, routeDeps);
  const setup = createFirstAdminSetup(services, routes, writer);
  const health = createHealthProbes(services);
  const files = withObjectStoreRedirect(services, createStoredFileServer(services.env.dataDir));
  const server = createHttpServer(
    createApp(services, { ...{ routes, assets, health, setup, files }, ...requestHooks.hooks }),
  );
  const scheduledJobs = startScheduledJobs(services, live.nodes.isLeader, [
    ...moduleJobs(services, writer),
    reconciler.resumeAbandoned,
    workingTime.purgeOldDays,
  ]);
  return {
    ...{ services, routes, writer, reader, live, mail, outbox, setup, viewCounter, terminal },
    ...{ visits: requestHooks.visits, alertMonitor: requestHooks.alertMonitor },
    listen: async () => {
      await refreshSettings();
      await live.attach(server);
      const url = await listen(server, services.env);
      await terminal.start();
      return url;
    },
    close: async () => {
      health.drain();
      scheduledJobs.stop();
      requestHooks.alertMonitor.stop();
      await Promise.all([viewCounter.close(), requestHooks.visits.close()]);
      await terminal.stop();
      await live.close();
      await closeServer(server);
      await sendCode.close();
      await Promise.all([outbox.close(), reconciler.settled(), viewCounter.close(), requestHooks.close()]);
    },
  };
}

/** What is thrown away now and then. */
const moduleJobs = (services: Services, writer: Writer) => [
  () => purgeOldNotices(systemContext(services, 'notices'), writer),
  () => purgeOldDrafts(services.db, services.clock.now()),
  ...[() => deleteExpiredCodes(services), () => removeStaleUploads(services)],
  () => purgeDeletedTasks(systemContext(services, 'terminal'), writer),
  () => sweepObjects(services),
];

interface RouteServices {
  readonly services: Services;
  readonly routes: RouteRegistry;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly sendCode: CodeSender;
  readonly live: Pick<LiveHub, 'acknowledgeEntry'>;
  readonly build: string;
  readonly workingTime: WorkingTime;
  readonly terminal: Terminal;
}
/** Enters every route; a module's own stand before the generic ones of its noun. Answers what gathers views. */
function registerRoutes(options: ServerOptions, routeServices: RouteServices): ViewCounter {
  const { services, routes, reader, writer, sendCode, build, workingTime, terminal, live } = routeServices;
  const remarkOptions = { loadScreenRemark: (name: string) => loadScreenRemark(services, name) };
  registerSessionRoutes(routes, writer);
  registerSecondFactorRoutes(routes, writer);
  registerOwnSessionRoutes(routes, writer);
  registerCaptchaRoute(routes);
  registerProfileRoutes(routes, { reader, writer });
  registerOwnSecondFactorRoutes(routes, { writer });
  const { version } = options;
  registerBootstrapRoutes(routes, {
    version,
    build,
    terminal: readTerminalSettings,
    uploadForm: buildSharedUploadForm,
  });
  registerDashboardRoutes(routes, { workingTime, writer, ...remarkOptions });
  registerNotificationRoutes(routes, writer);
  registerAccountRoutes(routes, writer);
  registerTakeoverReportRoute(routes, writer);
  registerSupportRoutes(routes, writer);
  registerReadReceiptRoute(routes, live.acknowledgeEntry);
  registerVerificationCodeRoutes(routes, sendCode);
  registerBalanceRoutes(routes, { reader, writer });
  registerHistoryRoutes(routes, services.registry, writer);
  registerDraftRoutes(routes, services.registry);
  registerExplainRoute(routes, reader);
  registerShowSecretRoutes(routes, writer);
  registerRevealRoute(routes, writer);
  registerRedeemRoute(routes, writer);
  registerTerminalRoutes(routes, { terminal, writer, table: options.terminal.table });
  registerSettingsRoutes(routes, writer);
  registerCompatSettingsRoutes(routes, { reader, writer, ...remarkOptions });
  registerTestMailRoute(routes);
  registerUploadRoutes(routes, writer, { dataDir: services.env.dataDir, resolveDrivers });
  registerDirectUploadRoutes(routes, writer);
  registerRegionRoutes(routes);
  registerGroupRuleRoutes(routes);
  registerAttachmentRoutes(routes);
  registerSchemaInfoRoutes(routes);
  registerDataWatchRoutes(routes, writer);
  registerExportRoutes(routes, services.registry, writer);
  registerSavedViewRoutes(routes, services.registry);
  const viewCounter = registerPublicSiteRoutes(routes, { reader, writer }, systemContext(services, 'views'));
  for (const entity of services.registry.all) {
    addEntityRoutes({ routes, reader, writer, ...remarkOptions }, entity);
  }
  registerApiDocsRoutes(routes, services.registry, { title: options.settings.siteName, version: options.version });
  return viewCounter;
}

/** The write path is made before the live channel that it wakes. */
interface LateBound {
  live?: LiveHub;
  terminal?: Terminal;
  outbox?: Outbox;
  reconciler?: LedgerReconciler;
}
function createServices(
  { env, db, log, clock, registry, hooks, settings: defaults }: ServerOptions,
  lateBound: LateBound,
) {
  const appKeys = loadKeys(env.appKeys, env.dataDir);
  setFallbackLocale(defaults.fallbackLocale);
  const { settings, refresh: refreshSettings } = createLiveSettings({ db, log, registry, keys: appKeys }, defaults);
  const live: Services['live'] = {
    settingsChanged: refreshSettings,
    messageQueued: () => lateBound.outbox?.wake(),
    reconciliationQueued: () => lateBound.reconciler?.wake(),
    nudge: () => lateBound.live?.wakeTailer(),
    ...createCacheHooks({ db, clock }),
  };
  const searchBy = createBlindIndexSearch(hooks.all, appKeys);
  const services: Services = { env: { ...env, appKeys }, db, log, clock, registry, settings, searchBy, live };
  return { services, refresh: refreshSettings };
}

/** Settings on every node: read before anything that was written after them is told, then shown in every window. */
function liveSettings(
  services: Services,
  refreshSettings: () => Promise<void>,
  { version }: ServerOptions,
): LiveSettings {
  let terminal: TerminalSettings | undefined;
  return {
    isAffectedBy: ({ ent }) => ent === 'config' || ent === SETTINGS_ENTITY,
    refresh: async () => {
      await refreshSettings();
      terminal = await readTerminalSettings(services);
    },
    isClosed: () => !services.settings.memberCentre,
    siteNoticeFor: (realm) => ({
      ...buildSiteConfig(services.settings, realm, version),
      ...(realm === 'admin' && terminal ? { terminal } : {}),
    }),
  };
}

const liveOptions = (services: Services): LiveHubDeps => ({
  onBatch: (changes) => invalidateCaches(services, changes),
  ...createLiveAuth(services),
  loadRow: createRowLoader(services),
  metricSources: {
    countRows: (aggregate) => countGroupsInSnapshot(services.db, aggregate),
    standingMeasures: Object.values(COUNTERS),
    zone: () => getTimeZone(services.settings.timeZone),
  },
  isDatabaseShared: services.db.dialect === 'mariadb',
});

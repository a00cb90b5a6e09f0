/** The composition root: creates every part once, hands each to those that need it, and closes all in the opposite order. */
import type { Server as HttpServer } from 'node:http';
import type { RuntimeRegistry } from '../common/entity/registry';
import { COUNTERS } from '../common/live/counters';
import { setFallbackLocale } from '../common/locales/translate';
import { getTimeZone } from '../common/text/time/timeZone';
import type { Env } from '../config/env';
import { createLiveAuth } from './access/sessions/liveAuth';
import { loadKeys } from './access/crypto/crypto';
import { createApp } from './app';
import { createCompatAdapter } from './compat/compatAdapter';
import type { EntityHookRegistry } from './engine/write/context/hookRegistry';
import { checkUpdates } from './market/remote/checkUpdates';
import { startHourlyTasks } from './engine/hourlyTasks';
import { countGroupsInSnapshot } from './engine/read/countGroups';
import { createRouteRegistry, type RouteRegistry } from './engine/http/routeRegistry';
import { createReader, type Reader } from './engine/read/reader';
import { createRowLoader } from './engine/read/rowLoader';
import { createBlindIndexSearch } from './engine/blindIndex';
import { createWriter, type Writer } from './engine/write/writer';
import type { Clock, CommittedChange, Db, Log, RequestContext, Services } from './context';
import type { Settings } from './platform/settings';
import { deleteOrphanedComments } from './hooks/comments/deleteOrphanedComments';
import { resolveCompatPath } from './compat/compatNames';
import { createSuggestionNotices, type SuggestionNotices } from './hooks/notifications/suggestionNotices';
import { createLiveChannel, type LiveChannel, type LiveChannelDeps } from './live/createLiveChannel';
import { deleteExpiredSharedDrafts } from './live/sharedDrafts/draftRepository';
import { createCacheHooks, invalidateCaches } from './live/permissions/invalidateCaches';
import { loadScreenRemark } from './modules/bootstrap/menuRules';
import { createGettingStartedRecorder, type GettingStartedRecorder } from './modules/gettingStarted/gettingStarted';
import { deleteExpiredDrafts } from './modules/drafts/draftStore';
import { createHealthProbes } from './modules/health/healthProbes';
import { deleteExpiredNotices } from './modules/notifications/deleteExpiredNotices';
import { verifyServerLedger } from './db/verify/verifyLedger';
import { createLedgerReconciler, type LedgerReconciler } from './modules/reconciliation/ledgerReconciler';
import { createMailer, type Mailer } from './hooks/mail/mailer';
import { hasQueueCapacity, createOutbox, type Outbox } from './modules/mail/outbox';
import { createCodeSender } from './access/codes/sendCode';
import { crudRecord } from '../common/entities/crudRecord';
import { createDesignedEntities, type DesignedEntities } from './modules/definitions/designedEntities';
import { designerJobs } from './designer/designerJobs';
import { deleteExpiredImportFiles } from './imports/importFiles';
import { importJobs } from './imports/importJobs';
import { checkModules } from './installer/checkModules';
import { createModuleHooks, type ModuleHooks } from './installer/hooks/moduleHooks';
import { purgeFailedEvents } from './installer/hooks/moduleEvents';
import { moduleJobs } from './installer/moduleJobs';
import { removeUnusedFiles } from './installer/package/removeUnusedFiles';
import { bulkJobs } from './bulkJobs/bulkJobs';
import type { JobKind } from './modules/jobs/jobKind';
import { createJobRunner, type JobRunner } from './modules/jobs/jobRunner';
import { describeInterfaces } from './modules/gateway/describeInterfaces';
import { createPackedApps } from './modules/apps/packedApps';
import type { ApisixSyncScheduler } from './modules/gateway/apisix/apisixSyncScheduler';
import { openApisix } from './modules/gateway/apisix/openApisix';
import { createGateway, type Gateway } from './modules/gateway/gateway';
import { createPublishingScheduler, type PublishingScheduler } from './modules/publishing/publishingScheduler';
import { createViewCounter, type ViewCounter } from './modules/guestRoutes/articleCounters';
import { visitorKey } from './modules/guestRoutes/formRateLimit';
import { findImages } from './modules/site/pages/findImages';
import { createSite } from './modules/site/site';
import { UNFRAMED_POLICY } from './platform/http/securityHeaders';
import { loadSiteBundle, openSiteAssets } from './modules/site/siteBundle';
import { createSiteLive, type SiteLive } from './modules/site/siteLive';
import { deleteExpiredTasks } from './modules/terminal/tasks/deleteExpiredTasks';
import { createLiveOutput } from './modules/terminal/stream/liveOutput';
import { loadTerminalSettings } from './modules/terminal/terminalSettings';
import { createWebhookSender, type WebhookSender } from './modules/webhooks/webhookSender';
import { createProductTerminal, type TerminalOptions } from './modules/terminal/createProductTerminal';
import type { Terminal } from './modules/terminal/terminal';
import { createLiveSettings } from './modules/settings/liveSettings';
import { createFirstAdminSetup, type FirstAdminSetup } from './modules/setup/firstAdminSetup';
import type { AlertMonitor } from './modules/dashboard/alertMonitor';
import { listPageOrigins, withObjectStoreRedirect } from './modules/upload/objectStore/objectStoreRedirect';
import { deleteUnusedObjects } from './modules/upload/objectStore/deleteUnusedObjects';
import type { VisitCounter } from './modules/visits/visitCounter';
import { removeStaleUploads } from './modules/upload/removeStaleUploads';
import { deleteExpiredCodes } from './access/codes/oneTimeCodes';
import { buildSharedUploadForm } from './modules/upload/objectStore/sharedUploadForm';
import { createStoredFileServer } from './modules/upload/storedFileServer';
import { openAssets } from './platform/http/assets';
import { moduleTable, updateEntityRoutes, type AllModuleServices } from './moduleTable';
import { createLiveSettingsSource } from './liveSettingsSource';
import { createRequestHooks } from './requestHooks';
import { closeServer, createHttpServer, listen } from './httpServer';
import { triggerFailpoint } from './platform/failpoints';
import { systemContext } from './platform/systemContext';

export interface ServerOptions {
  readonly env: Env;
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly registry: RuntimeRegistry;
  readonly hooks: EntityHookRegistry;
  readonly settings: Settings;
  /** The folder of the built client. */
  readonly clientDir: string;
  /** The folder of the built public site. */
  readonly siteDir: string;
  readonly version: string;
  /** The commands of the terminal and their folders. */
  readonly terminal: TerminalOptions;
}
export interface Server {
  readonly services: Services;
  /** The built-in and the designed entities. */
  readonly registry: RuntimeRegistry;
  readonly routes: RouteRegistry;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly live: LiveChannel;
  /** Sends mails through the outbox. */
  readonly mail: Mailer;
  readonly outbox: Outbox;
  readonly setup: FirstAdminSetup;
  readonly viewCounter: ViewCounter;
  readonly terminal: Terminal;
  readonly visits: VisitCounter;
  readonly alertMonitor: AlertMonitor;
  /** Shows and hides rows at the moments of their publishing windows. */
  readonly publishing: PublishingScheduler;
  /** Runs long work in recorded steps. */
  readonly jobs: JobRunner;
  readonly jobKinds: readonly JobKind[];
  /** Serves calls of the interfaces of apps. */
  readonly gateway: Gateway;
  /** The code of modules that runs on the server. */
  readonly moduleHooks: ModuleHooks;
  /** Keeps Apache APISIX in sync; undefined with the built-in gateway. */
  readonly apisix: ApisixSyncScheduler | undefined;
  /** Sends events to webhooks. */
  readonly webhooks: WebhookSender;
  /** Starts to listen; returns the URL. */
  readonly listen: () => Promise<string>;
  /** Reports not ready, finishes running work, then closes everything except the database. */
  readonly close: () => Promise<void>;
}

export function createServer(options: ServerOptions): Server {
  const lateBound: LateBound = {};
  const { services, refreshSettings } = createServices(options, lateBound);
  const designedEntities = createDesignedEntities(services, options.registry);
  const assets = openAssets(options.clientDir);
  const live = createLiveChannel(services, {
    ...liveChannelDeps(services, lateBound),
    taskOutput: createLiveOutput(services, () => lateBound.terminal),
    settings: createLiveSettingsSource(services, refreshSettings, options),
    definitions: {
      isAffectedBy: ({ entityName }) => entityName === crudRecord.name,
      reload: designedEntities.reload,
      version: designedEntities.version,
    },
    build: assets.build,
  });
  lateBound.live = live;
  const parts = createParts(options, lateBound, { services, live, designedEntities });
  const { routes, requestHooks, setup, gateway, packedApps } = parts;
  const moduleServices = getModuleServices(options, parts, assets.build);
  for (const module of moduleTable) module.register(moduleServices);
  designedEntities.onChange((change) => updateEntityRoutes(moduleServices, change));
  const health = createHealthProbes(services);
  const files = withObjectStoreRedirect(services, parts.storedFiles);
  const httpServer = createHttpServer(
    createApp(services, {
      ...{ routes, assets, health, setup, files, gateway, packedApps, ...getSiteOptions(options, parts) },
      ...requestHooks.hooks,
      adapter: createCompatAdapter(parts),
    }),
  );
  const hourlyTasks = startHourlyTasks(services, live.nodes.isLeader, listHourlyTasks(parts));
  return {
    ...parts,
    visits: requestHooks.visits,
    alertMonitor: requestHooks.alertMonitor,
    listen: async () => {
      await refreshSettings();
      await live.attach(httpServer);
      await parts.publishing.publishOverdueRows();
      const url = await listen(httpServer, services.env);
      await parts.terminal.start();
      await checkModules(parts.installer, parts.writer);
      parts.moduleHooks.start();
      parts.publishing.start();
      parts.jobs.start();
      parts.apisix?.start();
      parts.webhooks.start();
      return url;
    },
    close: async () => {
      health.drain();
      hourlyTasks.stop();
      await closeParts(parts, httpServer);
    },
  };
}

/** The parts of the public site that the app mounts: its pages, the files they load, and the counter of article views. */
const getSiteOptions = ({ siteDir }: ServerOptions, { site, viewCounter }: Parts) => ({
  site,
  siteAssets: openSiteAssets(siteDir),
  onArticleView: (id: number, visitor: Pick<RequestContext, 'actor' | 'ip'>) =>
    viewCounter.recordView(id, visitorKey(visitor)),
});

interface CreatedFirst {
  readonly services: Services;
  readonly live: LiveChannel;
  readonly designedEntities: DesignedEntities;
}
/** Creates the parts between the change log and the routes: reader, writer, mail, terminal and request hooks. */
function createParts(options: ServerOptions, lateBound: LateBound, { services, live, designedEntities }: CreatedFirst) {
  const moduleHooks = createModuleHooks({ services, writer: () => writer, isLeader: live.nodes.isLeader });
  lateBound.moduleHooks = moduleHooks;
  const writer: Writer = createWriter(services, {
    ...options.hooks,
    observers: [...(options.hooks.observers ?? []), moduleHooks.observer],
    external: moduleHooks.external,
  });
  const reader = createReader(services, async (aggregate, seq) => live.metrics()?.totalAt(aggregate, seq));
  const mail = createMailer(writer);
  const storedFiles = createStoredFileServer(services);
  const site = createSite({
    services,
    reader,
    bundle: loadSiteBundle(options.siteDir),
    pagePolicy: () => ({ ...UNFRAMED_POLICY, ...listPageOrigins(services) }),
    onRendered: (body) => storedFiles.warmVariants(findImages(body)),
  });
  lateBound.siteLive = createSiteLive(services, site);
  const reconciler = createLedgerReconciler(services, writer, verifyServerLedger);
  const outbox = createOutbox(services, writer, live.nodes.isLeader);
  const terminal = createProductTerminal(options.terminal, { services, writer, nodes: live.nodes });
  const publishing = createPublishingScheduler({ services, writer, isLeader: live.nodes.isLeader });
  const gateway = createGateway(services);
  const apisix = openApisix({ services, writer, apps: gateway.apps, isLeader: live.nodes.isLeader });
  lateBound.gettingStarted = createGettingStartedRecorder(services, writer);
  const webhooks = createWebhookSender({ services, writer, isLeader: live.nodes.isLeader });
  const suggestionNotices = createSuggestionNotices(services, writer);
  lateBound.suggestionNotices = suggestionNotices;
  Object.assign(lateBound, { reconciler, outbox, terminal, publishing, gateway, apisix, webhooks });
  const routes = createRouteRegistry(resolveCompatPath);
  const changeDeps = { registry: options.registry, designedEntities, routes };
  const jobKinds = [
    ...designerJobs(changeDeps),
    ...moduleJobs({ ...changeDeps, version: options.version, terminal }),
    ...importJobs({ routes }),
    ...bulkJobs,
  ];
  const jobs = createJobRunner({ services, writer, nodes: live.nodes, kinds: jobKinds });
  return {
    ...{ services, live, writer, reader, mail, storedFiles, site, reconciler, outbox, terminal, publishing, routes },
    apisix,
    webhooks,
    packedApps: createPackedApps(services),
    jobs,
    jobKinds,
    gateway,
    moduleHooks,
    suggestionNotices,
    registry: options.registry,
    installer: { services, registry: options.registry, version: options.version },
    requestHooks: createRequestHooks({ services, writer, live, mail }),
    sendCode: createCodeSender(services, { send: mail.send, hasCapacity: hasQueueCapacity }),
    viewCounter: createViewCounter(systemContext(services, 'views'), writer),
    setup: createFirstAdminSetup(services, routes, writer),
  };
}
type Parts = ReturnType<typeof createParts>;

const getModuleServices = (
  { version, settings, terminal }: ServerOptions,
  parts: Parts,
  build: string,
): AllModuleServices => ({
  ...parts,
  loadScreenRemark: (screen) => loadScreenRemark(parts.services, screen),
  siteInfo: {
    version,
    build,
    designed: parts.registry.designed,
    terminal: loadTerminalSettings,
    uploadForm: buildSharedUploadForm,
  },
  docsInfo: { title: settings.siteName, version },
  describeInterfaces: (actor) => describeInterfaces(parts.services, parts.gateway, actor),
  workingTime: parts.requestHooks.workingTime,
  acknowledgeEntry: parts.live.acknowledgeEntry,
  commandTable: terminal.table,
});

/** The scheduled tasks of modules: one node runs them every hour. Add a new one here. */
const listHourlyTasks = ({ services, writer, reconciler, requestHooks }: Parts) => [
  () => deleteExpiredNotices(systemContext(services, 'notices'), writer),
  () => deleteOrphanedComments(systemContext(services, 'comments'), writer),
  () => deleteExpiredDrafts(services.db, services.clock.now()),
  () => deleteExpiredSharedDrafts(services.db, services.clock.now()),
  () => deleteExpiredCodes(services),
  () => removeStaleUploads(services),
  () => deleteExpiredTasks(systemContext(services, 'terminal'), writer),
  () => deleteUnusedObjects(services),
  async () => {
    await checkUpdates(services, writer);
    return 0;
  },
  () => deleteExpiredImportFiles(services),
  () => purgeFailedEvents(services),
  () => removeUnusedFiles(services),
  reconciler.resumeAbandoned,
  requestHooks.workingTime.purgeOldDays,
];

/** Finishes running work in the opposite order of the start: first what produces changes, last what stores them. */
async function closeParts(parts: Parts, httpServer: HttpServer): Promise<void> {
  const { requestHooks, viewCounter, terminal, live, sendCode, outbox, reconciler, publishing, jobs, gateway } = parts;
  requestHooks.alertMonitor.stop();
  await publishing.stop();
  await jobs.close();
  await Promise.all([parts.moduleHooks.close(), parts.apisix?.close(), parts.webhooks.close()]);
  await Promise.all([viewCounter.close(), requestHooks.visits.close()]);
  await terminal.stop();
  await live.close();
  await parts.suggestionNotices.close();
  await closeServer(httpServer);
  await gateway.close();
  await sendCode.close();
  await Promise.all([outbox.close(), reconciler.settled(), viewCounter.close(), requestHooks.close()]);
}

/** Parts that services call and that are created after them. */
interface LateBound {
  live?: LiveChannel;
  terminal?: Terminal;
  outbox?: Outbox;
  reconciler?: LedgerReconciler;
  siteLive?: SiteLive;
  publishing?: PublishingScheduler;
  gateway?: Gateway;
  moduleHooks?: ModuleHooks;
  apisix?: ApisixSyncScheduler;
  webhooks?: WebhookSender;
  gettingStarted?: GettingStartedRecorder;
  suggestionNotices?: SuggestionNotices;
}
function createServices(
  { env, db, log, clock, registry, hooks, settings: defaults }: ServerOptions,
  lateBound: LateBound,
) {
  const appKeys = loadKeys(env.appKeys, env.dataDir);
  setFallbackLocale(defaults.fallbackLocale);
  const { settings, refreshSettings } = createLiveSettings({ db, log, registry, keys: appKeys }, defaults);
  const live: Services['live'] = {
    settingsChanged: refreshSettings,
    messageQueued: () => lateBound.outbox?.wake(),
    reconciliationQueued: () => lateBound.reconciler?.wake(),
    wakeTailer: () => lateBound.live?.wakeTailer(),
    ...withSiteCache(createCacheHooks({ db, clock }), lateBound),
  };
  const searchBy = createBlindIndexSearch(hooks.all, appKeys);
  const services: Services = { env: { ...env, appKeys }, db, log, clock, registry, settings, searchBy, live };
  return { services, refreshSettings };
}

/** Drops cached public pages after each commit of this node, before the response is sent. */
const withSiteCache = <T extends Pick<Services['live'], 'committed'>>(hooks: T, lateBound: LateBound): T => ({
  ...hooks,
  committed: (changes: readonly CommittedChange[]) => {
    hooks.committed?.(changes);
    lateBound.siteLive?.onCommittedChanges(changes);
    lateBound.gateway?.onCommittedChanges(changes);
    lateBound.moduleHooks?.onCommittedChanges(changes);
  },
});

const liveChannelDeps = (services: Services, lateBound: LateBound): LiveChannelDeps => ({
  onBatch: (changes) => {
    invalidateCaches(services, changes);
    lateBound.publishing?.onChanges(changes);
    lateBound.siteLive?.onCommittedChanges(changes);
    lateBound.gateway?.onCommittedChanges(changes);
    lateBound.moduleHooks?.onCommittedChanges(changes);
    lateBound.apisix?.onCommittedChanges(changes);
    lateBound.webhooks?.onCommittedChanges(changes);
  },
  serveSite: (namespace, admit) => lateBound.siteLive?.serve(namespace, admit),
  triggerFailpoint: (name) => triggerFailpoint(services.env, name),
  onSuggestersChanged: (target) => lateBound.suggestionNotices?.write(target),
  onSecondWindow: (adminId) => lateBound.gettingStarted?.recordSecondWindow(adminId),
  ...createLiveAuth(services),
  loadRow: createRowLoader(services),
  metricSources: {
    countRows: (aggregate) => countGroupsInSnapshot(services.db, aggregate),
    permanentMeasures: Object.values(COUNTERS),
    timeZone: () => getTimeZone(services.settings.timeZone),
  },
  isDatabaseShared: services.db.dialect === 'mariadb',
});

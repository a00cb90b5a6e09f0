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
import type { Behaviours } from './engine/act';
import { startChores } from './engine/chores';
import { countAt } from './engine/counting';
import { createInventory, type Inventory } from './engine/inventory';
import { createReader, type Reader } from './engine/read';
import { routeEntity } from './engine/rest';
import { createRowOf } from './engine/rowOf';
import { soughtBy } from './engine/sought';
import { createWriter } from './engine/write';
import type { Writer } from './engine/writer';
import type { Clock, Db, Kit, Log, Settings } from './kit';
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
import { createEars } from './ears';
import { closeServer, httpServer, listen } from './listening';
import { systemCtx } from './platform/systemCtx';

export interface Founding {
  readonly env: Env;
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly behaviours: Behaviours;
  readonly settings: Settings;
  /** The built client. */
  readonly clientDir: string;
  readonly version: string;
  /** What the terminal may run, and where. */
  readonly terminal: TerminalFounding;
}
export interface House {
  readonly kit: Kit;
  readonly inventory: Inventory;
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
  readonly watchman: Watchman;
  /** Begins to answer; the URL it answers at. */
  readonly listen: () => Promise<string>;
  /** Not ready from now on; finishes what was begun, then closes everything but the database. */
  readonly close: () => Promise<void>;
}

export function openHouse(founding: Founding): House {
  const channel: Channel = {};
  const { kit, refresh } = kitOf(founding, channel);
  const assets = openAssets(founding.clientDir);
  const output = outputOf(kit, () => channel.terminal);
  const followedSettings = followed(kit, refresh, founding);
  const live = createLive(kit, { ...liveDeps(kit), output, settings: followedSettings, build: assets.build });
  channel.live = live;
  const writer = createWriter(kit, founding.behaviours);
  const reader = createReader(kit, async (folding, seq) => live.figures()?.totalAt(folding, seq));
  const mail = createMailer(writer);
  const reconciler = (channel.reconciler = openReconciler(kit, writer, walkLedger));
  const outbox = (channel.outbox = openOutbox(kit, writer, live.nodes.isFirst));
  const inventory = createInventory();
  const terminal = (channel.terminal = openTerminal(founding.terminal, { kit, writer, nodes: live.nodes }));
  const ears = createEars({ kit, writer, live, mail });
  const post = createPost(kit, { send: mail.send, hasRoom });
  const { workdays } = ears;
  const routing = { kit, inventory, reader, writer, post, build: assets.build, workdays, terminal, live };
  const views = routeAll(founding, routing);
  const setup = createSetup(kit, inventory, writer);
  const health = createHealth(kit);
  const files = withRemote(kit, openStoredFiles(kit.env.dataDir));
  const server = httpServer(createApp(kit, { ...{ inventory, assets, health, setup, files }, ...ears.hear }));
  const chores = startChores(kit, live.nodes.isFirst, [...choresOf(kit, writer), reconciler.takeUp, workdays.forget]);
  return {
    kit,
    inventory,
    writer,
    reader,
    live,
    mail,
    outbox,
    setup,
    views,
    terminal,
    visits: ears.visits,
    watchman: ears.watchman,
    listen: async () => {
      await refresh();
      await live.attach(server);
      const url = await listen(server, kit.env);
      await terminal.start();
      return url;
    },
    close: async () => {
      health.drain();
      chores.stop();
      ears.watchman.stop();
      await Promise.all([views.close(), ears.visits.close()]);
      await terminal.stop();
      await live.close();
      await closeServer(server);
      await post.close();
      await Promise.all([outbox.close(), reconciler.settled(), views.close(), ears.close()]);
    },
  };
}

/** What is thrown away now and then. */
const choresOf = (kit: Kit, writer: Writer) => [
  () => forgetNotices(systemCtx(kit, 'notices'), writer),
  () => forgetDrafts(kit.db, kit.clock.now()),
  ...[() => forgetCodes(kit), () => forgetUploads(kit)],
  () => forgetTasks(systemCtx(kit, 'terminal'), writer),
  () => sweepObjects(kit),
];

interface Routing {
  readonly kit: Kit;
  readonly inventory: Inventory;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly post: Post;
  readonly live: Pick<Live, 'acked'>;
  readonly build: string;
  readonly workdays: Workdays;
  readonly terminal: Terminal;
}
/** Enters every route; a module's own stand before the generic ones of its noun. Answers what gathers views. */
function routeAll(founding: Founding, routing: Routing): Views {
  const { kit, inventory, reader, writer, post, build, workdays, terminal, live } = routing;
  const remarks = { remarkOf: (name: string) => remarkOf(kit, name) };
  routeSessions(inventory, writer);
  routeSecondFactor(inventory, writer);
  routeOwnSessions(inventory, writer);
  routeCaptcha(inventory);
  routeProfile(inventory, { reader, writer });
  routeFactors(inventory, { writer });
  const { version } = founding;
  routeBootstrap(inventory, { version, build, terminal: readSettings, uploadForm: sharedForm });
  routeDashboard(inventory, { workdays, writer, ...remarks });
  routeNotices(inventory, writer);
  routeAccount(inventory, writer);
  routeNotMe(inventory, writer);
  routeSupport(inventory, writer);
  routeSeen(inventory, live.acked);
  routeCodes(inventory, post);
  routeWealth(inventory, { reader, writer });
  routeHistory(inventory, kit.registry, writer);
  routeDrafts(inventory, kit.registry);
  routeAuthority(inventory, reader);
  routeApiTokens(inventory, writer);
  routeReveal(inventory, writer);
  routeTerminal(inventory, { terminal, writer, table: founding.terminal.table });
  routeSettings(inventory, writer);
  routeFamilySettings(inventory, { reader, writer, ...remarks });
  routeTestMail(inventory);
  routeUploads(inventory, writer, { dataDir: kit.env.dataDir, placesOf });
  routeObjects(inventory, writer);
  routeAreas(inventory);
  routeGroupRules(inventory);
  routeAttachments(inventory);
  routeTables(inventory);
  routeWatching(inventory, writer);
  routeExports(inventory, kit.registry, writer);
  routeViews(inventory, kit.registry);
  const views = routePublicForms(inventory, { reader, writer }, systemCtx(kit, 'views'));
  for (const entity of kit.registry.all) {
    routeEntity({ inventory, reader, writer, ...remarks }, entity);
  }
  routeDocs(inventory, kit.registry, { title: founding.settings.siteName, version: founding.version });
  return views;
}

/** The write path is made before the live channel that it wakes. */
interface Channel {
  live?: Live;
  terminal?: Terminal;
  outbox?: Outbox;
  reconciler?: Reconciler;
}
function kitOf({ env, db, log, clock, registry, behaviours, settings: founded }: Founding, channel: Channel) {
  const appKeys = loadKeys(env.appKeys, env.dataDir);
  setFallbackLocale(founded.fallbackLocale);
  const { settings, refresh } = openSettings({ db, log, registry, keys: appKeys }, founded);
  const live: Kit['live'] = {
    settingsChanged: refresh,
    messageWaiting: () => channel.outbox?.kick(),
    checkWaiting: () => channel.reconciler?.kick(),
    nudge: () => channel.live?.nudge(),
    ...cacheHooks({ db, clock }),
  };
  const sought = soughtBy(behaviours.all, appKeys);
  const kit: Kit = { env: { ...env, appKeys }, db, log, clock, registry, settings, sought, live };
  return { kit, refresh };
}

/** Settings on every node: read before anything that was written after them is told, then shown in every window. */
function followed(kit: Kit, refresh: () => Promise<void>, { version }: Founding): FollowedSettings {
  let terminal: TerminalSettings | undefined;
  return {
    concerns: ({ ent }) => ent === 'config' || ent === SETTINGS,
    refresh: async () => {
      await refresh();
      terminal = await readSettings(kit);
    },
    isClosed: () => !kit.settings.memberCentre,
    shown: (realm) => ({
      ...siteConfig(kit.settings, realm, version),
      ...(realm === 'admin' && terminal ? { terminal } : {}),
    }),
  };
}

const liveDeps = (kit: Kit): LiveDeps => ({
  onTaken: (changes) => dropOld(kit, changes),
  ...hearing(kit),
  rowOf: createRowOf(kit),
  counting: {
    count: (folding) => countAt(kit.db, folding),
    standing: Object.values(COUNTERS),
    zone: () => zoneOf(kit.settings.timeZone),
  },
  shared: kit.db.dialect === 'mariadb',
});

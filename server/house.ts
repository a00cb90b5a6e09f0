/** One running house: every part made once, handed to those that need it, and closed in the opposite order. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from '../common/entity/registry';
import type { Env } from '../config/env';
import { actorOf, authenticate } from './access/actor';
import { loadKeys } from './access/keys';
import { createApp } from './app';
import type { Behaviours } from './engine/act';
import { startChores } from './engine/chores';
import { createInventory, type Inventory } from './engine/inventory';
import { createReader, type Reader } from './engine/read';
import { routeEntity } from './engine/rest';
import { createWriter } from './engine/write';
import type { Writer } from './engine/writer';
import type { Clock, Db, Kit, Lang, Log, Settings } from './kit';
import { createLive, type Live, type LiveDeps } from './live/live';
import { routeBootstrap } from './modules/bootstrap/routes';
import { routeCaptcha } from './modules/captcha/routes';
import { routeDocs } from './modules/docs/routes';
import { createHealth } from './modules/health/routes';
import { routeNotices } from './modules/notices/routes';
import { routeProfile } from './modules/profile/routes';
import { routeOwnSessions } from './modules/session/own';
import { routeSessions } from './modules/session/routes';
import { createSetup, type Setup } from './modules/setup/setup';
import { routeUploads, uploadConfig } from './modules/upload/routes';
import { openStoredFiles } from './modules/upload/serve';
import { openAssets } from './platform/http/assets';

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
  readonly siteName: string;
  readonly version: string;
  readonly defaultLang: Lang;
}
export interface House {
  readonly kit: Kit;
  readonly inventory: Inventory;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly live: Live;
  readonly setup: Setup;
  /** Begins to answer; the URL it answers at. */
  readonly listen: () => Promise<string>;
  /** Not ready from now on; finishes what was begun, then closes everything but the database. */
  readonly close: () => Promise<void>;
}

const PATIENCE = 8000;

export function openHouse(founding: Founding): House {
  const channel: Channel = {};
  const kit = kitOf(founding, channel);
  const live = createLive(kit, liveDeps(kit));
  channel.live = live;
  const writer = createWriter(kit, founding.behaviours);
  const reader = createReader(kit);
  const assets = openAssets(founding.clientDir);
  const inventory = createInventory();
  const site = { ...founding, build: assets.build, port: founding.env.port, upload: uploadConfig };
  routeSessions(inventory, writer);
  routeOwnSessions(inventory, writer);
  routeCaptcha(inventory);
  routeProfile(inventory, { reader, writer });
  routeBootstrap(inventory, site);
  routeNotices(inventory, writer);
  routeUploads(inventory, writer, kit.env.dataDir);
  for (const entity of kit.registry.all) routeEntity({ inventory, reader, writer }, entity);
  routeDocs(inventory, kit.registry, { title: founding.siteName, version: founding.version });
  const setup = createSetup(kit, inventory, writer);
  const health = createHealth(kit);
  const files = openStoredFiles(kit.env.dataDir);
  const app = createApp(kit, {
    inventory,
    assets,
    health,
    setup,
    files,
    siteName: founding.siteName,
    defaultLang: founding.defaultLang,
  });
  const server = httpServer(app);
  const chores = startChores(kit);
  return {
    kit,
    inventory,
    writer,
    reader,
    live,
    setup,
    listen: async () => {
      await live.attach(server);
      return listen(server, kit.env);
    },
    close: async () => {
      health.drain();
      chores.stop();
      await live.close();
      await closeServer(server);
    },
  };
}

/** The write path is made before the live channel that it wakes. */
interface Channel {
  live?: Live;
}
function kitOf({ env, db, log, clock, registry, settings }: Founding, channel: Channel): Kit {
  const appKeys = loadKeys(env.appKeys, env.dataDir);
  const live = {
    nudge: () => channel.live?.nudge(),
    rightsChanged: (principals: readonly string[]) => {
      channel.live
        ?.grantsChanged(principals)
        .catch((error: unknown) => log.error({ error }, 'rights could not be read again'));
    },
  };
  return { env: { ...env, appKeys }, db, log, clock, registry, settings, live };
}

const liveDeps = (kit: Kit): LiveDeps => ({
  authenticate: (realm, token) => authenticate(kit, realm, token),
  actorOf: (principal, sessionId) => actorOf(kit, principal, sessionId),
  shared: kit.db.dialect === 'mariadb',
});

function httpServer(app: Parameters<typeof createServer>[1]): Server {
  const server = createServer(
    { maxHeaderSize: 16 * 1024, requestTimeout: 60_000, headersTimeout: 15_000, keepAliveTimeout: 15_000 },
    app,
  );
  server.maxHeadersCount = 100;
  return server;
}

const listen = (server: Server, { host, port }: Env): Promise<string> =>
  new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.removeListener('error', fail);
      const address = server.address() as AddressInfo; // listening on a port, not on a pipe
      const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
      done(`http://${shown}:${address.port}`);
    });
  });

/** Lets running requests finish, then cuts what is still open. */
const closeServer = (server: Server): Promise<void> =>
  new Promise((done) => {
    const cut = setTimeout(() => server.closeAllConnections(), PATIENCE);
    server.close(() => {
      clearTimeout(cut);
      done();
    });
    server.closeIdleConnections();
  });

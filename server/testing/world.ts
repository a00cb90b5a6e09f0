/** A whole house for one test file: own database, own data folder, own port, nothing of it mocked. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { registryOf, type Registry } from '../../common/entity/registry';
import { entities } from '../../common/entities/index';
import { defaults } from '../../config/defaults';
import { readEnv, type Env } from '../../config/env';
import { terminalCommands } from '../../config/terminal';
import { mariadbUrl, onceInRun } from '../../config/jest/tools';
import { loadKeys } from '../access/keys';
import { hashPassword } from '../access/passwords';
import { revokeWithin } from '../access/sessions';
import { createBehaviours } from '../behaviours/index';
import { migrate } from '../db/migrate';
import { migrations } from '../db/migrations/table';
import { seedBase } from '../db/seeds/base';
import { seedDemo } from '../db/seeds/demo/seed';
import { createServer, type ServerOptions, type Server } from '../createServer';
import type { Clock, Db, Settings } from '../context';
import { addMissingRules } from '../modules/bootstrap/rules';
import { addMissingMemberRules } from '../modules/bootstrap/memberMenu';
import { recordDefinitions } from '../modules/definitions/record';
import { builtIns, draftOf } from '../modules/settings/items';
import { addMissingItems } from '../modules/settings/seed';
import { openDb } from '../platform/db';
import { createLog } from '../platform/log';
import { marks } from '../platform/sql';

export interface WorldOptions {
  readonly database?: 'sqlite' | 'mariadb';
  readonly seed?: 'base' | 'demo';
  /** `false`: nobody lives there yet. */
  readonly admin?: false;
  /** Another node of a database that is filled already. */
  readonly beside?: true;
  readonly registry?: Registry;
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: Partial<Settings>;
  readonly terminal?: ServerOptions['terminal'];
  /** Takes the lines of the log. */
  readonly write?: (line: string) => void;
  /** Watches what is asked of the database. */
  readonly spy?: (db: Db) => Db;
}
export interface World extends Server {
  readonly url: string;
  readonly env: Env;
  /** Lets time pass for everything that asks the clock. */
  readonly pass: (ms: number) => void;
  readonly end: () => Promise<void>;
}

export const SUPER = { username: 'root_admin', password: 'correct-horse-9' } as const;

/** Both databases when there is a MariaDB, else SQLite alone: for `describe.each`. */
export const databases = (): readonly ('sqlite' | 'mariadb')[] =>
  mariadbUrl() === null ? ['sqlite'] : ['sqlite', 'mariadb'];

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-world-'));
  const database = options.database === 'mariadb' ? await freshMariadb() : undefined;
  const laid = await layFilled(options, { dataDir, url: database?.url });
  let ahead = 0;
  const { server, db } = await open(options, { dataDir, url: database?.url, clock: { now: () => Date.now() + ahead } });
  if (laid) await setOwn(server, options.settings ?? {});
  else if (options.beside !== true) await fill(server, options);
  const url = await server.listen();
  return {
    ...server,
    url,
    env: server.services.env,
    pass: (ms) => {
      ahead += ms;
    },
    end: async () => {
      await server.close();
      await db.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Ground {
  readonly dataDir: string;
  /** Of its database; SQLite's file in the data folder when absent. */
  readonly url: string | undefined;
  readonly clock: Clock;
}
async function open(options: WorldOptions, { dataDir, url, clock }: Ground) {
  const env = readEnv({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ADMIN_USERNAME: SUPER.username,
    ADMIN_PASSWORD: SUPER.password,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    ...options.env,
  });
  const log = createLog({ level: env.logLevel, ...(options.write ? { write: options.write } : {}) });
  // benches measure what production runs
  const trusts = process.env['NODE_ENV'] === 'production';
  const opened = await openDb({ database: env.database, log, trusts });
  const db = options.spy?.(opened) ?? opened;
  const registry = options.registry ?? registryOf(entities);
  await migrate({
    db,
    registry,
    migrations,
    log,
    clock,
    production: false,
    keys: () => loadKeys(env.appKeys, env.dataDir),
  });
  const server = createServer({
    env,
    db,
    log,
    clock,
    registry,
    behaviours: createBehaviours({ hashPassword, endSessions: revokeWithin }),
    settings: { ...defaults, ...options.settings },
    clientDir: join(dataDir, 'client'),
    version: '0.0.0',
    terminal: options.terminal ?? { table: terminalCommands },
  });
  return { server, db };
}

/** What changes nothing of what a house starts with. */
const NEUTRAL = new Set(['LOG_LEVEL', 'PRIVATE_HOSTS', 'TEST_SINKS', 'TRUSTED_PROXIES']);
/** Where a filled folder says which database belongs to it. */
const NAME = 'database.name';

/** The kind of house this is, when another one may be a copy of it; null when it is one of a kind. */
function kindOf({ database = 'sqlite', seed = 'base', ...options }: WorldOptions): string | null {
  const { admin, beside, registry, env = {} } = options;
  if (beside !== undefined || registry !== undefined) return null;
  if (Object.keys(env).some((name) => !NEUTRAL.has(name))) return null;
  if (database === 'mariadb' && process.env['TEST_MARIADB_OWN'] !== '1') return null;
  return [database, seed, ...(admin === false ? ['empty'] : [])].join('.');
}

/** Whether the house was laid out with what it starts with: filled once in a run, copied for every other test. */
async function layFilled(options: WorldOptions, to: Pick<Ground, 'dataDir' | 'url'>): Promise<boolean> {
  const kind = kindOf(options);
  if (kind === null) return false;
  const filled = await onceInRun(kind, async (folder) => {
    const url = to.url === undefined ? undefined : (await freshMariadb()).url;
    const { seed, admin } = options;
    const own = { ...(seed && { seed }), ...(admin === false && { admin }) };
    const { server, db } = await open(own, { dataDir: folder, url, clock: { now: () => Date.now() } });
    await fill(server, own);
    await server.close();
    await db.close();
    if (url !== undefined) writeFileSync(join(folder, NAME), new URL(url).pathname.slice(1));
  });
  if (filled === null) return false;
  cpSync(filled, to.dataDir, { recursive: true, filter: (path) => basename(path) !== NAME });
  if (to.url !== undefined) await copyTables(readFileSync(join(filled, NAME), 'utf8'), to.url);
  return true;
}

/** Everything of one database of the run's server into another, empty one. */
async function copyTables(from: string, url: string): Promise<void> {
  const db = await openDb({ database: readEnv({ DATABASE_URL: url }).database, log: createLog({ level: 'silent' }) });
  const tables = await db.rows<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
    [from],
  );
  const triggers = await db.rows<{ name: string; timing: string; event: string; place: string; act: string }>(
    `SELECT trigger_name AS name, action_timing AS timing, event_manipulation AS event, event_object_table AS place,
      action_statement AS act FROM information_schema.triggers WHERE trigger_schema = ?`,
    [from],
  );
  const copies = tables.map(
    ({ name }) =>
      `CREATE TABLE \`${name}\` LIKE \`${from}\`.\`${name}\`; INSERT INTO \`${name}\` SELECT * FROM \`${from}\`.\`${name}\`;`,
  );
  await db.transact(async (tx) => {
    // one way there and back for all of them
    await tx.run(`BEGIN NOT ATOMIC ${copies.join(' ')} END`);
    for (const { name, timing, event, place, act } of triggers)
      await tx.run(`CREATE TRIGGER \`${name}\` ${timing} ${event} ON \`${place}\` FOR EACH ROW ${act}`);
  });
  await db.close();
}

async function fill(server: Server, options: WorldOptions): Promise<void> {
  await seedBase(server, options.admin === false ? undefined : SUPER);
  if (options.seed === 'demo') await seedDemo(server, SUPER.password);
  await addMissingRules(server.services, server.writer);
  await addMissingMemberRules(server.services, server.writer);
  await addMissingItems(server.services, server.writer, { ...defaults, ...options.settings });
  await recordDefinitions(server.services, server.writer);
}

/** What a copied house keeps as settings becomes what one founded with these would keep. */
async function setOwn(server: Server, own: Partial<Settings>): Promise<void> {
  const founded = { ...defaults, ...own };
  const usual = builtIns(defaults).map(draftOf);
  const drafts = builtIns(founded).map(draftOf);
  const names = drafts.flatMap((draft, at) =>
    JSON.stringify(draft) === JSON.stringify(usual[at]) ? [] : [draft.name],
  );
  if (names.length === 0) return;
  const sql = `DELETE FROM \`config\` WHERE name IN (${marks(names.length)})`;
  await server.services.db.transact((tx) => tx.run(sql, names));
  await addMissingItems(server.services, server.writer, founded);
}

export async function freshMariadb(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const server = mariadbUrl();
  if (server === null) throw new Error('there is no MariaDB here');
  const name = `world_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const log = createLog({ level: 'silent' });
  const run = async (sql: string): Promise<void> => {
    const db = await openDb({ database: readEnv({ DATABASE_URL: `${server}mysql` }).database, log });
    await db.transact((tx) => tx.run(sql)).finally(() => db.close());
  };
  await run(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4`);
  return { url: `${server}${name}`, drop: () => run(`DROP DATABASE \`${name}\``) };
}

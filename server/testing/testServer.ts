/** A whole server for one test file: own database, data folder and port; nothing is mocked. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createRegistry, type Registry } from '../../common/entity/registry';
import { entities } from '../../common/entities/index';
import { defaults } from '../../config/defaults';
import { readEnv, type Env } from '../../config/env';
import { terminalCommands } from '../../config/terminalCommands';
import { mariadbUrl, createOncePerRun } from '../../config/jest/testEnvironment';
import { createMariadbDatabase } from './database/mariadbDatabase';
import { seedBase } from '../db/seeds/base';
import { seedDemo } from '../db/seeds/demo/seedDemo';
import type { Server, ServerOptions } from '../createServer';
import { openServer, seedDefinitions } from '../openServer';
import type { Clock, Db } from '../context';
import type { Settings } from '../platform/settings';
import { listBuiltInItems, toConfigRow } from '../modules/settings/builtInItems';
import { seedConfigItems } from '../modules/settings/seedConfigItems';
import { openDb } from '../platform/database/openDb';
import { createLog } from '../platform/log';
import { placeholders } from '../platform/database/sql';

export interface TestServerOptions {
  readonly database?: 'sqlite' | 'mariadb';
  readonly seed?: 'base' | 'demo';
  /** `false`: without the super administrator. */
  readonly admin?: false;
  /** Another node on a database that is already seeded. */
  readonly isSecondNode?: true;
  readonly registry?: Registry;
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: Partial<Settings>;
  readonly terminal?: ServerOptions['terminal'];
  /** Receives the lines of the log. */
  readonly onLogLine?: (line: string) => void;
  /** Wraps the database to observe its statements. */
  readonly wrapDb?: (db: Db) => Db;
}
export interface TestServer extends Server {
  readonly url: string;
  readonly env: Env;
  /** Advances the clock of the server. */
  readonly advanceClock: (ms: number) => void;
  readonly close: () => Promise<void>;
}

export const SUPER_ADMIN = { username: 'root_admin', password: 'correct-horse-9' } as const;

/** Both dialects when there is a MariaDB, else SQLite alone: for `describe.each`. */
export const testDialects = (): readonly ('sqlite' | 'mariadb')[] =>
  mariadbUrl() === null ? ['sqlite'] : ['sqlite', 'mariadb'];

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-test-'));
  const database = options.database === 'mariadb' ? await createMariadbDatabase() : undefined;
  const isCopied = await copyTemplate(options, { dataDir, url: database?.url });
  let skippedMs = 0;
  const { server, db } = await openTestServer(options, {
    dataDir,
    url: database?.url,
    clock: { now: () => Date.now() + skippedMs },
  });
  if (isCopied) await applySettings(server, options.settings ?? {});
  else if (options.isSecondNode !== true) await seedServer(server, options);
  const url = await server.listen();
  return {
    ...server,
    url,
    env: server.services.env,
    advanceClock: (ms) => {
      skippedMs += ms;
    },
    close: async () => {
      await server.close();
      await db.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface ServerStorage {
  readonly dataDir: string;
  /** Address of its database; default: a SQLite file in the data folder. */
  readonly url: string | undefined;
  readonly clock: Clock;
}
function openTestServer(options: TestServerOptions, { dataDir, url, clock }: ServerStorage) {
  const env = readEnv({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ADMIN_USERNAME: SUPER_ADMIN.username,
    ADMIN_PASSWORD: SUPER_ADMIN.password,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    ...options.env,
  });
  const log = createLog({ level: env.logLevel, ...(options.onLogLine ? { write: options.onLogLine } : {}) });
  return openServer({
    env,
    log,
    clock,
    registry: options.registry ?? createRegistry(entities),
    settings: { ...defaults, ...options.settings },
    clientDir: join(dataDir, 'client'),
    siteDir: join(process.cwd(), '.build/site'),
    version: '0.0.0',
    terminal: options.terminal ?? { table: terminalCommands },
    migrates: true,
    // Benchmarks run as production does, without the check.
    skipNestingCheck: process.env['NODE_ENV'] === 'production',
    ...(options.wrapDb ? { wrapDb: options.wrapDb } : {}),
  });
}

/** Environment variables that do not change the seeded data. */
const SEED_NEUTRAL_ENV = new Set(['LOG_LEVEL', 'PRIVATE_HOSTS', 'TEST_SINKS', 'TRUSTED_PROXIES']);
/** File of a seeded folder that names its database. */
const DATABASE_NAME_FILE = 'database.name';

/** The key of the seeded data when another server may copy it; null when it differs from all others. */
function templateKey({ database = 'sqlite', seed = 'base', ...options }: TestServerOptions): string | null {
  const { admin, isSecondNode, registry, env = {} } = options;
  if (isSecondNode !== undefined || registry !== undefined) return null;
  if (Object.keys(env).some((name) => !SEED_NEUTRAL_ENV.has(name))) return null;
  if (database === 'mariadb' && process.env['TEST_MARIADB_OWN'] !== '1') return null;
  return [database, seed, ...(admin === false ? ['empty'] : [])].join('.');
}

/** Prepares the seeded data: seeded once per run, copied for every other test. Returns whether it did. */
async function copyTemplate(options: TestServerOptions, to: Pick<ServerStorage, 'dataDir' | 'url'>): Promise<boolean> {
  const key = templateKey(options);
  if (key === null) return false;
  const templateDir = await createOncePerRun(key, async (folder) => {
    const url = to.url === undefined ? undefined : (await createMariadbDatabase()).url;
    const { seed, admin } = options;
    const overrides = { ...(seed && { seed }), ...(admin === false && { admin }) };
    const { server, db } = await openTestServer(overrides, { dataDir: folder, url, clock: { now: () => Date.now() } });
    await seedServer(server, overrides);
    await server.close();
    await db.close();
    if (url !== undefined) writeFileSync(join(folder, DATABASE_NAME_FILE), new URL(url).pathname.slice(1));
  });
  if (templateDir === null) return false;
  cpSync(templateDir, to.dataDir, { recursive: true, filter: (path) => basename(path) !== DATABASE_NAME_FILE });
  if (to.url !== undefined) await copyTables(readFileSync(join(templateDir, DATABASE_NAME_FILE), 'utf8'), to.url);
  return true;
}

/** Copies everything of one database of the run's MariaDB into another, empty one. */
async function copyTables(from: string, url: string): Promise<void> {
  const db = await openDb({ database: readEnv({ DATABASE_URL: url }).database, log: createLog({ level: 'silent' }) });
  const tables = await db.rows<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
    [from],
  );
  const triggers = await db.rows<{ name: string; timing: string; event: string; tableName: string; body: string }>(
    `SELECT trigger_name AS name, action_timing AS timing, event_manipulation AS event, event_object_table AS tableName,
      action_statement AS body FROM information_schema.triggers WHERE trigger_schema = ?`,
    [from],
  );
  const copies = tables.map(
    ({ name }) =>
      `CREATE TABLE \`${name}\` LIKE \`${from}\`.\`${name}\`; INSERT INTO \`${name}\` SELECT * FROM \`${from}\`.\`${name}\`;`,
  );
  await db.transact(async (tx) => {
    // One statement, so one round trip.
    await tx.run(`BEGIN NOT ATOMIC ${copies.join(' ')} END`);
    for (const { name, timing, event, tableName, body } of triggers)
      await tx.run(`CREATE TRIGGER \`${name}\` ${timing} ${event} ON \`${tableName}\` FOR EACH ROW ${body}`);
  });
  await db.close();
}

async function seedServer(server: Server, options: TestServerOptions): Promise<void> {
  await seedBase(server, options.admin === false ? undefined : SUPER_ADMIN);
  if (options.seed === 'demo') await seedDemo(server, SUPER_ADMIN.password);
  await seedDefinitions(server, { ...defaults, ...options.settings });
}

/** Changes the stored settings of a copy to those that a server seeded with these options would have. */
async function applySettings(server: Server, overrides: Partial<Settings>): Promise<void> {
  const wanted = { ...defaults, ...overrides };
  const defaultRows = listBuiltInItems(defaults).map(toConfigRow);
  const wantedRows = listBuiltInItems(wanted).map(toConfigRow);
  const names = wantedRows.flatMap((row, index) =>
    JSON.stringify(row) === JSON.stringify(defaultRows[index]) ? [] : [row.name],
  );
  if (names.length === 0) return;
  const sql = `DELETE FROM \`config\` WHERE name IN (${placeholders(names.length)})`;
  await server.services.db.transact((tx) => tx.run(sql, names));
  await seedConfigItems(server.services, server.writer, wanted);
}

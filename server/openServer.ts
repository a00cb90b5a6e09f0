/**
 * The start-up that the server, the command line and the tests share: open the database, migrate it, create the server, store what the
 * definitions ask for.
 */
import { createRuntimeRegistry, type Registry, type RuntimeRegistry } from '../common/entity/registry';
import type { Clock, Db } from './context';
import { loadKeys } from './access/crypto/crypto';
import { hashPassword } from './access/passwords/passwordHash';
import { endSessionsInTx } from './access/sessions/sessions';
import { createServer, type Server, type ServerOptions } from './createServer';
import { migrate } from './db/migrate';
import { migrations } from './db/migrations/table';
import { assertNoUnfinishedRestore } from './db/restore/restoreMark';
import { createEntityHooks } from './hooks/index';
import { listChangingEntities } from './installer/changingEntities';
import { seedMemberRules } from './modules/bootstrap/memberMenu';
import { recordSeededRules } from './installer/rules/recordSeededRules';
import { seedMenuRules } from './modules/bootstrap/menuRules';
import { loadDesignedEntities } from './modules/definitions/designedEntities';
import { recordDefinitions } from './modules/definitions/recordDefinitions';
import { seedConfigItems } from './modules/settings/seedConfigItems';
import { openDb } from './platform/database/openDb';
import type { Settings } from './platform/settings';
import { systemClock } from './platform/systemClock';

export interface OpenServerOptions extends Omit<ServerOptions, 'db' | 'clock' | 'hooks' | 'registry'> {
  /** The built-in entities. */
  readonly registry: Registry;
  /** The system clock by default. */
  readonly clock?: Clock;
  /** False leaves the database at its present migration. */
  readonly migrates: boolean;
  /** Whether the check for nested transactions is off, as in production. */
  readonly skipNestingCheck?: boolean;
  /** Tests observe the statements. */
  readonly wrapDb?: (db: Db) => Db;
  /** Called after each step, for start-up timings. */
  readonly onStep?: (name: 'open' | 'migrate' | 'build') => void;
}
export interface OpenedServer {
  readonly server: Server;
  /** To be closed after the server. */
  readonly db: Db;
}

/** Opens the database and creates the server, which does not listen yet. Closes the database when a step fails. */
export async function openServer(options: OpenServerOptions): Promise<OpenedServer> {
  const { env, log, clock = systemClock, onStep } = options;
  const registry = createRuntimeRegistry(options.registry);
  const opened = await openDb({ database: env.database, log, skipNestingCheck: options.skipNestingCheck === true });
  try {
    const db = options.wrapDb?.(opened) ?? opened;
    await assertNoUnfinishedRestore(db);
    onStep?.('open');
    registry.replaceDesigned(await loadDesignedEntities({ db, log }, options.registry));
    if (options.migrates) await migrateServer({ ...options, registry, clock, db });
    onStep?.('migrate');
    const hooks = createEntityHooks({ hashPassword, endSessions: endSessionsInTx });
    const server = createServer({ ...options, log, registry, clock, db, hooks });
    onStep?.('build');
    return { server, db };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Brings the database to the newest migration. */
export const migrateServer = ({
  env,
  log,
  registry,
  clock,
  db,
}: Pick<ServerOptions, 'env' | 'log' | 'clock' | 'db'> & { readonly registry: Registry | RuntimeRegistry }) =>
  migrate({
    db,
    registry,
    migrations,
    log,
    clock,
    designedTables: new Set('designed' in registry ? registry.designed().map(({ name }) => name) : []),
    production: env.production,
    keys: () => loadKeys(env.appKeys, env.dataDir),
  });

/** Stores the rows that follow from the definitions: menu rules, member rules, settings and the definitions themselves. Existing rows stay. */
export async function seedDefinitions({ services, writer, registry }: Server, settings: Settings): Promise<void> {
  await seedMenuRules(services, writer, await listChangingEntities(services.db), (write, rules) =>
    recordSeededRules(services.db, write, rules),
  );
  await seedMemberRules(services, writer);
  await seedConfigItems(services, writer, settings);
  await recordDefinitions(services, writer, registry.builtIn);
}

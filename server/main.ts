/** The server's entry: reads the environment, opens the house, says once where it is, and closes it cleanly. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { entities } from '../common/entities/index';
import { registryOf } from '../common/entity/registry';
import { version } from '../package.json';
import { defaults } from '../config/defaults';
import { EnvError, readEnv, type Env } from '../config/env';
import { terminalCommands } from '../config/terminalCommands';
import { loadKeys } from './access/crypto/crypto';
import { hashPassword } from './access/passwords/passwordHash';
import { revokeSessionsInTx } from './access/sessions/sessions';
import { createEntityHooks } from './hooks/index';
import { migrate } from './db/migrate';
import { migrations } from './db/migrations/table';
import { isFirstRun, seedBase } from './db/seeds/base';
import { seedDemo } from './db/seeds/demo/seedDemo';
import { createServer, type Server } from './createServer';
import { syncAppUpstreams } from './modules/apps/syncAppUpstreams';
import { seedMenuRules } from './modules/bootstrap/menuRules';
import { seedMemberRules } from './modules/bootstrap/memberMenu';
import { recordDefinitions } from './modules/definitions/recordDefinitions';
import { seedConfigItems } from './modules/settings/seedConfigItems';
import { withNamedLock } from './platform/database/namedLock';
import { systemClock } from './platform/systemClock';
import { openDb } from './platform/database/openDb';
import { restrictNewFiles, restrictStoredFiles } from './platform/filePermissions';
import { createLog } from './platform/log';

const CLOSE_TIMEOUT_MS = 10_000;

/** Milliseconds of each phase of the start, the loading of the code first. */
function createPhaseTimer() {
  const phases: Record<string, number> = { load: Math.round(performance.now()) };
  let since = performance.now();
  return {
    phases,
    end: (name: string): void => {
      const now = performance.now();
      phases[name] = Math.round(now - since);
      since = now;
    },
  };
}

async function start(env: Env): Promise<void> {
  const { phases, end: endPhase } = createPhaseTimer();
  const log = createLog({ level: env.logLevel });
  restrictStoredFiles(env, log);
  const registry = registryOf(entities);
  const db = await openDb({ database: env.database, log, skipNestingCheck: env.production });
  endPhase('open');
  await migrate({
    db,
    registry,
    migrations,
    log,
    clock: systemClock,
    production: env.production,
    keys: () => loadKeys(env.appKeys, env.dataDir),
  });
  endPhase('migrate');
  const server = createServer({
    env,
    db,
    log,
    clock: systemClock,
    registry,
    hooks: createEntityHooks({ hashPassword, endSessions: revokeSessionsInTx }),
    clientDir: join(process.cwd(), '.build/client'),
    settings: defaults,
    terminal: { table: terminalCommands },
    version: version,
  });
  endPhase('build');
  // Nodes that start together on an empty database: one fills it, the others find it filled.
  const password = await withNamedLock(db, 'seed', async () => {
    const generatedPassword = await seedIfEmpty(server, env);
    await seedMenuRules(server.services, server.writer);
    await seedMemberRules(server.services, server.writer);
    await seedConfigItems(server.services, server.writer, defaults);
    await recordDefinitions(server.services, server.writer);
    await syncAppUpstreams(server.services, server.writer);
    return generatedPassword;
  });
  endPhase('seed');
  closeOnSignals(server);
  const url = await server.listen();
  endPhase('listen');
  log.info({ phases }, 'started');
  const homeUrl = env.publicUrl ?? url;
  process.stdout.write(`${await showFirstAdmin(server, env, homeUrl, password)}Atrium is ready at ${homeUrl}\n`);
}

/** How the first admin gets in: the password made up for it, or the link that asks for one. */
async function showFirstAdmin(
  server: Server,
  env: Env,
  homeUrl: string,
  password: string | undefined,
): Promise<string> {
  if (password !== undefined) return `First admin: ${env.adminUsername} with the password ${password}\n`;
  const path = needsSetup(env) ? await server.setup.open() : undefined;
  return path === undefined ? '' : `First admin: open this link within an hour, it works once: ${homeUrl}${path}\n`;
}
/** In production no password of ours ever appears on a screen. */
const needsSetup = (env: Env): boolean => env.production && env.adminPassword === null;

/** Fills an empty database; answers the password it made up, which nobody will see again. */
async function seedIfEmpty(server: Server, env: Env): Promise<string | undefined> {
  if (!(await isFirstRun(server.services))) return undefined;
  const password = env.adminPassword ?? randomBytes(12).toString('base64url');
  await seedBase(server, needsSetup(env) ? undefined : { username: env.adminUsername, password });
  if (env.seed === 'demo') await seedDemo(server, password);
  return env.adminPassword === null && !needsSetup(env) ? password : undefined;
}

function closeOnSignals(server: Server): void {
  const { log, db } = server.services;
  let closing = false;
  const close = async (reason: string): Promise<void> => {
    if (closing) return;
    closing = true;
    log.info({ why: reason }, 'closing');
    setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
    await server.close();
    await db.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close(signal));
  for (const event of ['unhandledRejection', 'uncaughtException'] as const)
    process.on(event, (error: unknown) => {
      log.error({ error }, event);
      process.exit(1);
    });
}

try {
  restrictNewFiles();
  await start(readEnv(process.env));
} catch (error) {
  const isConfigError = error instanceof EnvError;
  process.stderr.write(
    `${isConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}

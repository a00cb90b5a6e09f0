/** The entry of the server: reads the environment, starts the server, prints its address once, and closes it on a signal. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { entities } from '../common/entities/index';
import { createRegistry } from '../common/entity/registry';
import { version } from '../package.json';
import { defaults } from '../config/defaults';
import { EnvError, readEnv, type Env } from '../config/env';
import { terminalCommands } from '../config/terminalCommands';
import { isFirstRun, seedBase } from './db/seeds/base';
import { seedDemo } from './db/seeds/demo/seedDemo';
import type { Server } from './createServer';
import { openServer, seedDefinitions } from './openServer';
import { syncAppUpstreams } from './modules/apps/syncAppUpstreams';
import { withNamedLock } from './platform/database/namedLock';
import { restrictNewFiles, restrictStoredFiles } from './platform/filePermissions';
import { createLog } from './platform/log';

const CLOSE_TIMEOUT_MS = 10_000;

/** Measures the milliseconds of each phase of the start; the first is the loading of the code. */
function createPhaseTimer() {
  const phases: Record<string, number> = { load: Math.round(performance.now()) };
  let since = performance.now();
  return {
    phases,
    endPhase: (name: string): void => {
      const now = performance.now();
      phases[name] = Math.round(now - since);
      since = now;
    },
  };
}

async function start(env: Env): Promise<void> {
  const { phases, endPhase } = createPhaseTimer();
  const log = createLog({ level: env.logLevel });
  restrictStoredFiles(env, log);
  const { server } = await openServer({
    env,
    log,
    registry: createRegistry(entities),
    clientDir: join(process.cwd(), '.build/client'),
    siteDir: join(process.cwd(), '.build/site'),
    settings: defaults,
    terminal: { table: terminalCommands },
    version,
    migrates: true,
    skipNestingCheck: env.production,
    onStep: endPhase,
  });
  // When several nodes start on an empty database, one seeds it and the others wait.
  const password = await withNamedLock(server.services.db, 'seed', async () => {
    const generatedPassword = await seedIfEmpty(server, env);
    await seedDefinitions(server, defaults);
    await syncAppUpstreams(server.services, server.writer);
    return generatedPassword;
  });
  endPhase('seed');
  closeOnSignals(server);
  const url = await server.listen();
  endPhase('listen');
  log.info({ phases }, 'the server started');
  const homeUrl = env.publicUrl ?? url;
  process.stdout.write(`${await describeFirstAdmin(server, env, homeUrl, password)}Atrium is ready at ${homeUrl}\n`);
}

/** The lines that tell the first admin the generated password, or the link that asks for one. */
async function describeFirstAdmin(
  server: Server,
  env: Env,
  homeUrl: string,
  password: string | undefined,
): Promise<string> {
  if (password !== undefined) return `First admin: ${env.adminUsername} with the password ${password}\n`;
  const path = needsSetup(env) ? await server.setup.open() : undefined;
  return path === undefined ? '' : `First admin: open this link within an hour, it works once: ${homeUrl}${path}\n`;
}
/** In production no generated password is printed. */
const needsSetup = (env: Env): boolean => env.production && env.adminPassword === null;

/** Seeds an empty database; returns the generated password of the first admin, which is stored only as a hash. */
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
    log.info({ reason }, 'the server is closing');
    setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
    await server.close();
    await db.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close(signal));
  for (const event of ['unhandledRejection', 'uncaughtException'] as const)
    process.on(event, (error: unknown) => {
      log.error({ err: error }, `the process ends: ${event}`);
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

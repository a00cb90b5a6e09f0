/** The command line of the house: migrations, the list of routes and limits, the check of all laws, sessions. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../package.json';
import { entities } from '../common/entities/index';
import { registryOf } from '../common/entity/registry';
import { LIMITS } from '../common/limits';
import { defaults } from '../config/defaults';
import { EnvError, readEnv, type Env } from '../config/env';
import { hashPassword } from './access/passwords';
import { revokeSessions, revokeWithin } from './access/sessions';
import { createBehaviours } from './behaviours/index';
import { makeMigration } from './db/make';
import { migrate } from './db/migrate';
import { migrations } from './db/migrations/table';
import { verifyAll } from './db/verify';
import { openHouse, type House } from './house';
import { SOCKET_EVENTS } from './live/events';
import { systemClock } from './platform/clock';
import { openDb } from './platform/db';
import { createLog } from './platform/log';

const registry = registryOf(entities);
const print = (value: unknown): void =>
  void process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n`);

type Command = (args: readonly string[], env: Env) => Promise<number>;

/** Opens the house without listening, and closes its database whatever happens. */
async function inHouse(env: Env, work: (house: House) => Promise<number>): Promise<number> {
  mkdirSync(env.dataDir, { recursive: true });
  const log = createLog({ level: env.logLevel });
  const db = await openDb({ database: env.database, log });
  try {
    const house = openHouse({
      env,
      db,
      log,
      clock: systemClock,
      registry,
      behaviours: createBehaviours({ hashPassword, endSessions: revokeWithin }),
      clientDir: join(process.cwd(), '.build/client'),
      settings: defaults,
      siteName: defaults.siteName,
      version,
      defaultLang: defaults.defaultLocale,
    });
    return await work(house);
  } finally {
    await db.close();
  }
}

const runMigrate: Command = (_args, env) =>
  inHouse(env, async ({ kit: { db, log, clock } }) => {
    await migrate({ db, registry, migrations, log, clock, production: env.production });
    print('The database is at the newest migration.');
    return 0;
  });

const runMake: Command = async (args, _env) => {
  const folder = join(process.cwd(), 'server/db/migrations');
  const initial = args.includes('--initial');
  const name = args.find((arg) => !arg.startsWith('--')) ?? (initial ? 'initial' : '');
  const made = await makeMigration({ name, registry, migrations, folder, initial });
  print(
    made
      ? `${made.file}\n${made.steps.map((step) => `  ${step}`).join('\n')}`
      : 'The migrations already lead to the definitions.',
  );
  return 0;
};

const runRoutes: Command = (args, env) =>
  inHouse(env, async ({ inventory }) => {
    const routes = inventory.routes().map(({ method, path, realm, access, node, query, body, entity, summary }) => ({
      ...{ method, path, realm, access, node: node ?? null, query, body, entity: entity?.name ?? null, summary },
    }));
    const lines = routes.map(
      ({ method, path, access, node }) => `${method.padEnd(7)}${path.padEnd(44)}${access.padEnd(8)}${node ?? ''}`,
    );
    print(args.includes('--json') ? { routes, events: SOCKET_EVENTS } : lines.join('\n'));
    return 0;
  });

const runVerify: Command = (_args, env) =>
  inHouse(env, async ({ kit: { db } }) => {
    const verified = await verifyAll({ db, registry, dataDir: env.dataDir });
    print(verified);
    return verified.sound ? 0 : 1;
  });

/** `sessions revoke admin:7` */
const runSessions: Command = ([verb, whose = ''], env) => {
  const [, realm, id] = /^(admin|member):(\d{1,15})$/.exec(whose) ?? [];
  if (verb !== 'revoke' || (realm !== 'admin' && realm !== 'member')) return usage();
  return inHouse(env, async ({ kit }) => {
    print(`${await revokeSessions(kit, realm, Number(id))} sessions ended.`);
    return 0;
  });
};

const runLimits: Command = async () => {
  print(LIMITS);
  return 0;
};

const COMMANDS: Readonly<Record<string, Command>> = {
  migrate: runMigrate,
  'migrate:make': runMake,
  routes: runRoutes,
  limits: runLimits,
  'verify:all': runVerify,
  sessions: runSessions,
};

const usage = async (): Promise<number> => {
  print(
    `Usage: ${Object.keys(COMMANDS).join(' | ')}\n  migrate:make <name> [--initial]   routes [--json]   sessions revoke <admin|member>:<id>`,
  );
  return 2;
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const command = COMMANDS[name];
  const given = readEnv(process.env);
  // Everyday lines of the log would stand between the answers; trouble still shows.
  const env: Env = given.logLevel === 'info' ? { ...given, logLevel: 'warn' } : given;
  process.exitCode = command ? await command(args, env) : await usage();
} catch (error) {
  process.stderr.write(
    `${error instanceof EnvError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = 1;
}

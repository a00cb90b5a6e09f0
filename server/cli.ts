/** The command line of the server: migrations, lists of routes and limits, verification, backup and restore, sessions, files, modules. */
import { join } from 'node:path';
import { version } from '../package.json';
import { entities } from '../common/entities/index';
import { createRegistry } from '../common/entity/registry';
import { CODE_LIMITS } from '../common/codeLimits';
import { IMAGE_LIMITS } from '../common/imageLimits';
import { LIMITS } from '../common/limits';
import { SITE_LIMITS } from '../common/siteLimits';
import { defaults } from '../config/defaults';
import { EnvError, readEnv, type Env } from '../config/env';
import { terminalCommands } from '../config/terminalCommands';
import { commandErrorText } from './commandErrorText';
import { endSessions } from './access/sessions/sessions';
import { auditLog } from './hooks/audit/auditLog';
import { backUp, verifyBackup } from './db/backup';
import { BackupFileError } from './db/backupFormat';
import { makeMigration } from './db/makeMigration';
import { migrations } from './db/migrations/table';
import { restoreBackup } from './db/restore/restoreBackup';
import { RestoreRefusedError } from './db/restore/restoreMark';
import { verifyAll } from './db/verify/verifyAll';
import { verifyLedger } from './db/verify/verifyLedger';
import type { Server } from './createServer';
import { migrateServer, openServer } from './openServer';
import { SOCKET_EVENTS } from './live/sockets/socketEvents';
import { writeKeyFile, writePackage } from './installer/package/writePackage';
import { findUnusedFiles } from './modules/attachment/findUnusedFiles';
import { removeUntrackedFiles, findUntrackedFiles } from './modules/attachment/findUntrackedFiles';
import { recordDefinitions } from './modules/definitions/recordDefinitions';
import { printApisixYaml } from './modules/gateway/apisix/printApisixYaml';
import { loadApisixObjects } from './modules/gateway/apisix/syncApisix';
import { packApp } from './modules/terminal/apps/packApp';
import { openDb } from './platform/database/openDb';
import { restrictNewFiles, restrictStoredFiles } from './platform/filePermissions';
import { createLog } from './platform/log';
import { systemClock } from './platform/systemClock';

const registry = createRegistry(entities);
const print = (value: unknown): void =>
  void process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n`);

type Command = (args: readonly string[], env: Env) => Promise<number>;

/** Opens the server without listening, and closes its database in any case. */
async function withServer(env: Env, work: (server: Server) => Promise<number>): Promise<number> {
  const log = createLog({ level: env.logLevel });
  restrictStoredFiles(env, log);
  const { server, db } = await openServer({
    env,
    log,
    registry,
    clientDir: join(process.cwd(), '.build/client'),
    siteDir: join(process.cwd(), '.build/site'),
    settings: defaults,
    terminal: { table: terminalCommands },
    version,
    migrates: false,
  });
  try {
    return await work(server);
  } finally {
    await db.close();
  }
}

const runMigrate: Command = (_args, env) =>
  withServer(env, async ({ services, writer }) => {
    await migrateServer({ ...services, env });
    await recordDefinitions(services, writer);
    print('The database is at the newest migration.');
    return 0;
  });

const runMake: Command = async (args, _env) => {
  const folder = join(process.cwd(), 'server/db/migrations');
  const initial = args.includes('--initial');
  const name = args.find((arg) => !arg.startsWith('--')) ?? (initial ? 'initial' : '');
  const migration = await makeMigration({ name, registry, migrations, folder, initial });
  print(
    migration
      ? `${migration.file}\n${migration.steps.map((stepText) => `  ${stepText}`).join('\n')}`
      : 'The migrations already lead to the definitions.',
  );
  return 0;
};

const runRoutes: Command = (args, env) =>
  withServer(env, async ({ routes }) => {
    const operations = routes
      .routes()
      .map(({ method, path, realm, access, permission, query, body, entity, summary }) => ({
        method,
        path,
        realm,
        access,
        node: permission ?? null,
        query,
        body,
        entity: entity?.name ?? null,
        summary,
      }));
    const lines = operations.map(
      ({ method, path, access, node }) => `${method.padEnd(7)}${path.padEnd(44)}${access.padEnd(8)}${node ?? ''}`,
    );
    print(args.includes('--json') ? { routes: operations, events: SOCKET_EVENTS } : lines.join('\n'));
    return 0;
  });

const runVerify: Command = (_args, env) =>
  withServer(env, async ({ services }) => {
    const { db } = services;
    // With the entities of designs and modules.
    const scope = {
      db,
      registry: services.registry,
      dataDir: env.dataDir,
      keys: services.env.appKeys,
      auditLogEntity: auditLog.entity,
    };
    const verified = await verifyAll(scope);
    print(verified);
    return verified.isValid ? 0 : 1;
  });

/** `reconcile` checks all accounts, `reconcile 7` those of one member. */
const runReconcile: Command = ([member], env) => {
  if (member !== undefined && !/^[1-9]\d{0,14}$/.test(member)) return usage();
  return withServer(env, async ({ services }) => {
    const { db } = services;
    const scope = { registry, keys: services.env.appKeys, dialect: db.dialect };
    const memberFilter = member === undefined ? {} : { userId: Number(member) };
    const { count, findings } = await db.snapshot((tx) => verifyLedger(tx, { ...scope, ...memberFilter }));
    for (const { where, what } of findings) print(`${where}: ${what}`);
    print(
      findings.length === 0
        ? `${count} entries: every balance is the sum of its entries, in sequence and with valid HMACs.`
        : `${count} entries, ${findings.length} findings. Nothing was changed: correct by a reversal or an adjustment.`,
    );
    return findings.length === 0 ? 0 : 1;
  });
};

/** Copies the whole database and reads the copy back. */
const runBackup: Command = (_args, env) =>
  withServer(env, async ({ services: { db, clock } }) => {
    const timestamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    const { file, rows, tables, sha256 } = await backUp(db, join(env.dataDir, 'backups'), timestamp);
    print(`${rows} rows of ${Object.keys(tables).length} tables were copied.`);
    await verifyBackup(file);
    print(`The copy was read back and is whole.\n${file}\nsha256 ${sha256}`);
    return 0;
  });

/** `restore backup-20260101T000000Z.jsonl.gz`; exit code 2 when it refuses, 1 when the restored database has findings. */
const runRestore: Command = async ([file = ''], env) => {
  if (file === '') return usage();
  const db = await openDb({ database: env.database, log: createLog({ level: env.logLevel }) });
  try {
    const { rows, tables } = await restoreBackup({ db, clock: systemClock, registry, migrations }, file);
    print(`${rows} rows of ${Object.keys(tables).length} tables were restored. All sessions ended.`);
  } catch (error) {
    if (!(error instanceof RestoreRefusedError || error instanceof BackupFileError)) throw error;
    print(error.message);
    return 2;
  } finally {
    await db.close();
  }
  return runVerify([], env);
};

/** `package-app 7` */
const runPackApp: Command = ([id = ''], env) =>
  /^[1-9]\d{0,14}$/.test(id)
    ? withServer(env, async ({ services }) => {
        const { app, files } = await packApp(services, Number(id), print);
        print(`“${app.title}” is packed: ${files.length} files.`);
        return 0;
      })
    : usage();

/** `sessions revoke admin:7` */
const runSessions: Command = ([action, principal = ''], env) => {
  const [, realm, id] = /^(admin|member):(\d{1,15})$/.exec(principal) ?? [];
  if (action !== 'revoke' || (realm !== 'admin' && realm !== 'member')) return usage();
  return withServer(env, async ({ services }) => {
    print(`${await endSessions(services, realm, Number(id), { reason: 'staff' })} sessions ended.`);
    return 0;
  });
};

/** `files:orphans [--delete]`: lists unused attachments (no row refers to them) and untracked files (no row); `--delete` removes only the untracked. */
const runUnusedFiles: Command = (args, env) =>
  withServer(env, async ({ services }) => {
    const files = services.registry.get('attachment');
    const now = Math.floor(services.clock.now() / 1000);
    const unused = files ? await services.db.snapshot((tx) => findUnusedFiles(tx, services.registry, files, now)) : [];
    const untracked = await findUntrackedFiles(services);
    const removed = args.includes('--delete');
    if (removed) await removeUntrackedFiles(services, untracked);
    print({ unused, strays: untracked, removed: removed ? untracked.length : 0 });
    return 0;
  });

const runLimits: Command = async () => {
  print({ ...LIMITS, ...CODE_LIMITS, ...IMAGE_LIMITS, ...SITE_LIMITS });
  return 0;
};

/** `module:key signing.pem`: writes a new private key, and prints the public key. */
const runModuleKey: Command = ([file = ''], env) => {
  if (file === '') return usage();
  print(writeKeyFile({ from: env.callerDir, file }));
  return Promise.resolve(0);
};

/** `module:pack faq --key signing.pem`: writes `faq-1.0.0.zip`. */
const runModulePack: Command = (args, env) => {
  const [folder = '', flag, keyFile = ''] = args;
  if (folder === '' || flag !== '--key' || keyFile === '') return usage();
  print(writePackage({ from: env.callerDir, folder, keyFile }));
  return Promise.resolve(0);
};

/** `gateway:export` prints the online interfaces as the file that APISIX reads in standalone mode. */
const runGatewayExport: Command = (_args, env) =>
  withServer(env, async ({ services, gateway }) => {
    const { publicUrl } = env;
    if (publicUrl === null) {
      print('PUBLIC_URL must be set: APISIX sends the calls there.');
      return 2;
    }
    print(printApisixYaml(await loadApisixObjects({ services, apps: gateway.apps, publicUrl })).trimEnd());
    return 0;
  });

const COMMANDS = {
  migrate: runMigrate,
  'migrate:make': runMake,
  routes: runRoutes,
  limits: runLimits,
  'verify:all': runVerify,
  reconcile: runReconcile,
  backup: runBackup,
  restore: runRestore,
  'files:orphans': runUnusedFiles,
  'package-app': runPackApp,
  'gateway:export': runGatewayExport,
  'module:key': runModuleKey,
  'module:pack': runModulePack,
  sessions: runSessions,
} as const satisfies Readonly<Record<string, Command>>;

/** The arguments of each command and what it does. */
const USAGE: Readonly<Record<keyof typeof COMMANDS, readonly [args: string, purpose: string]>> = {
  migrate: ['', 'applies the missing migrations'],
  'migrate:make': ['<name> [--initial]', 'writes the next migration from the definitions'],
  routes: ['[--json]', 'lists all routes with their permissions'],
  limits: ['', 'lists all limits with their values'],
  'verify:all': ['', 'checks log, audit log, references, files, counters and ledger'],
  reconcile: ['[member]', 'compares balances with the sums of their entries'],
  backup: ['', 'copies the database into DATA_DIR/backups and verifies the copy'],
  restore: ['<file>', 'loads a backup into an empty database and verifies the result'],
  'files:orphans': ['[--delete]', 'lists files that nothing uses; deletes those without a row'],
  'package-app': ['<id>', 'packs an app'],
  'gateway:export': ['', 'prints the interfaces of apps as apisix.yaml'],
  'module:key': ['<file>', 'creates a signing key'],
  'module:pack': ['<folder> --key <file>', 'packs and signs a module'],
  sessions: ['revoke <admin|member>:<id>', 'ends all sessions of a person'],
};

const usage = async (): Promise<number> => {
  const lines = Object.entries(USAGE).map(([name, [args, purpose]]) => `  ${`${name} ${args}`.padEnd(44)}${purpose}`);
  print(`Usage: <command>\n${lines.join('\n')}`);
  return 2;
};

const [name = '', ...args] = process.argv.slice(2);
try {
  restrictNewFiles();
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name as keyof typeof COMMANDS] : undefined;
  const parsedEnv = readEnv(process.env);
  // The log shares the output with the responses: only warnings and errors are printed.
  const env: Env = parsedEnv.logLevel === 'info' ? { ...parsedEnv, logLevel: 'warn' } : parsedEnv;
  process.exitCode = command ? await command(args, env) : await usage();
} catch (error) {
  process.stderr.write(`${error instanceof EnvError ? error.message : commandErrorText(error)}\n`);
  process.exitCode = 1;
}

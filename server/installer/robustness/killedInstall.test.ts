/**
 * A server that is killed while it installs, updates, disables, enables or uninstalls a module: the next process continues the change, or
 * undoes it. Afterwards schema, menu, permissions, rows and files are either the previous or the new ones.
 *
 * `npm run prove -- server/installer/robustness/killedInstall.test.ts` kills at every point in every change; `SEED_OF_TESTS=<seed>` repeats a run.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { readEnv } from '../../../config/env';
import type { Db } from '../../context';
import { openDb } from '../../platform/database/openDb';
import { createLog } from '../../platform/log';
import { superAdmin } from '../../testing/callers';
import { CODE_TRUSTING_ENV, packFaq, packFaqUpdate, type FolderEdits } from '../../testing/modulePackages';
import { startPackageRegistry, type PackageRegistry } from '../../testing/npm/packageRegistry';
import { bundleProgram } from '../../testing/processes/bundleProgram';
import type { ModuleOperation, ModuleView } from '../../testing/processes/moduleServer';
import { createRandom, testSeed } from '../../testing/random';
import { sampleDialects } from '../../testing/sampleDialects';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { startTestServer } from '../../testing/testServer';

const STEPS = [
  ...['verify', 'conflicts', 'dependencies', 'check', 'expand', 'restore', 'switch', 'folder', 'menu', 'clear_folder'],
  ...['archive', 'contract', 'seeds', 'dashboards', 'assets', 'screens', 'probe', 'finish'],
] as const;
const UNDONE = [
  ...['dashboards', 'assets', 'contract', 'menu', 'clear_folder', 'folder', 'switch', 'dependencies', 'verify'],
] as const;
/** Makes a change fail before its last step, so that it is undone. */
const FAILURE = 'job_before_finish:throw';
/** Failpoints that kill a process in a change that continues, and in one that is undone. */
const POINTS = STEPS.flatMap((step) => [`job_before_${step}:kill`, `job_after_${step}:kill`]);
const UNDO_POINTS = UNDONE.map((step) => `${FAILURE},job_undo_${step}:kill`);
const SEED = testSeed();
/** About how long a change takes. */
const CHANGE_MS = 2_500;

/** The packages have hooks that import a package of npm, each another version. */
const withDependency =
  (version: string) =>
  ({ edit, write }: FolderEdits): void => {
    edit('module.json', (manifest) => {
      manifest.permissions.push('hooks', 'before:faq_question');
      manifest.dependencies = { trim: version };
    });
    write(
      'server/hooks.mjs',
      Buffer.from("import { trim } from 'trim'; export const before = { faq_question: () => void trim(' a ') };"),
    );
  };
const NPM_PACKAGES = ['1.0.0', '1.10.0'].map((version) => ({
  name: 'trim',
  version,
  files: { 'index.js': 'exports.trim = (text) => text.trim();' },
}));

interface ModuleChange {
  readonly action: ModuleOperation & { readonly action: string };
  /** The package that is uploaded before it. */
  readonly upload?: 'first' | 'update';
}
/** The changes in the order in which each begins where the one before ended. */
const CYCLE: readonly ModuleChange[] = [
  { upload: 'first', action: { action: 'install', body: {} } },
  { upload: 'update', action: { action: 'update', body: {} } },
  { action: { action: 'changeState', body: { state: 0 } } },
  { action: { action: 'changeState', body: { state: 1 } } },
  { action: { action: 'uninstall', body: { rows: 'delete' } } },
];

// @case T1.03
// @case F-14
describe.each(sampleDialects())('a server that is killed while it changes a module on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-killed-module-'));
  const random = createRandom(SEED);
  const archives = { first: join(folder, 'first.zip'), update: join(folder, 'update.zip') };
  let program: string;
  let db: Db;
  let registry: PackageRegistry;
  let env: Record<string, string>;
  let drop: () => Promise<void> = () => Promise.resolve();
  /** Observed state before and after each change when no process is killed. */
  const views: { readonly before: ModuleView; readonly after: ModuleView }[] = [];
  let position = 0;

  const start = (failpoints: string, operations: readonly ModuleOperation[]) => {
    const child = spawn(
      process.execPath,
      [program, JSON.stringify({ ...env, FAILPOINTS: failpoints }), JSON.stringify(operations)],
      { env: { ...process.env, NODE_OPTIONS: '', TMPDIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<{ readonly signal: string | null; readonly output: string }>((resolve) => {
      child.once('close', (_code, signal) => resolve({ signal, output }));
    });
    return { child, ended, hasStarted: () => output.split('started\n').length };
  };
  /** Runs a process to its end, after the lease of a killed one; returns what it saw. */
  const finish = async (operations: readonly ModuleOperation[] = []): Promise<readonly ModuleView[]> => {
    await db.transact((tx) => tx.run('DELETE FROM node'));
    const { signal, output } = await start('', operations).ended;
    expect(signal).toBeNull();
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    if (lines.length !== operations.length + 1) throw new Error(output);
    return lines.map((line) => JSON.parse(line) as ModuleView);
  };
  const getOperations = ({ upload, action }: ModuleChange): readonly ModuleOperation[] => [
    ...(upload === undefined ? [] : [{ upload: archives[upload] }]),
    action,
  ];
  const withoutJob = ({ job: _job, ...seen }: ModuleView) => seen;

  beforeAll(async () => {
    process.stdout.write(`killed while it changes a module: seed ${SEED}\n`);
    program = await bundleProgram('server/testing/processes/moduleServer.ts');
    registry = await startPackageRegistry(NPM_PACKAGES);
    writeFileSync(archives.first, packFaq(withDependency('1.0.0')));
    writeFileSync(archives.update, packFaqUpdate(withDependency('1.10.0')));
    const created = database === 'mariadb' ? await createMariadbDatabase() : undefined;
    drop = created?.drop ?? drop;
    env = {
      ...CODE_TRUSTING_ENV,
      DATABASE_URL: created?.url ?? `sqlite:${join(folder, 'atrium.sqlite')}`,
      DATA_DIR: join(folder, 'data'),
      APP_KEYS: randomBytes(48).toString('base64url'),
    };
    const server = await startTestServer({ env });
    await (await superAdmin(server)).post('/admin/ajax/changeTerminalConfig', { data: { registry: registry.url } });
    db = await openDb({ database: readEnv(env).database, log: createLog({ level: 'silent' }) });
    await server.close();
    const seen = await finish(CYCLE.flatMap(getOperations));
    let index = 0;
    for (const turn of CYCLE) {
      index += getOperations(turn).length;
      const [before, after] = [seen[index - 1], seen[index]];
      if (before === undefined || after === undefined) throw new Error('a change is missing');
      expect(after.job).toEqual({ status: 'success', error: '' });
      views.push({ before, after });
    }
  });
  afterAll(async () => {
    await registry.close();
    await db.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Kills a process within the next change, lets another one end it, and brings the module to where the change after it begins. */
  async function killNext(kill: (operations: readonly ModuleOperation[]) => Promise<unknown>): Promise<string> {
    const index = position % CYCLE.length;
    position += 1;
    const [turn, expected] = [CYCLE[index], views[index]];
    if (turn === undefined || expected === undefined) throw new Error('no such change');
    await kill(getOperations(turn));
    const [seen] = await finish();
    const status = seen?.job?.status ?? '';
    const hasSucceeded = status === 'success';
    expect(seen && withoutJob(seen)).toEqual(withoutJob(hasSucceeded ? expected.after : expected.before));
    if (hasSucceeded) return status;
    const [, after] = await finish([turn.action]);
    expect(after?.job).toEqual({ status: 'success', error: '' });
    expect(after && withoutJob(after)).toEqual(withoutJob(expected.after));
    return status;
  }

  /** A sample kills in one change at a point of either kind, a full run in all changes at all points. */
  const isProof = sampleSize(0, 1) === 1;
  const chosen = isProof ? [...POINTS, ...UNDO_POINTS] : [random.pick(POINTS), random.pick(UNDO_POINTS)];
  const changesPerTest = isProof ? CYCLE.length : 1;

  it.each(chosen)('killed at %s: the change is applied completely or not at all', async (point) => {
    for (let turn = 0; turn < changesPerTest; turn += 1) {
      const status = await killNext(async (operations) => {
        const { signal } = await start(point, operations).ended;
        expect(signal).toBe('SIGKILL');
      });
      expect(status).toBe(point.includes('_undo_') ? 'failed' : 'success');
    }
  });

  it('killed while the terminal installs npm packages: the change is applied completely or not at all', async () => {
    for (let turn = 0; turn < changesPerTest; turn += 1) {
      const installs = CYCLE[position % CYCLE.length]?.upload !== undefined;
      const status = await killNext(async (operations) => {
        const { signal } = await start('job_in_dependencies:kill', operations).ended;
        expect(signal).toBe(installs ? 'SIGKILL' : null);
      });
      expect(status).toBe('success');
    }
  });

  const KILLS = sampleSize(2, 25);
  it.each([
    [`${KILLS} times at a random moment of the change`, ''],
    [`${KILLS} times at a random moment of a change that fails`, FAILURE],
  ])('killed %s: the change is applied completely or not at all', async (_moment, failpoints) => {
    for (let count = 0; count < KILLS; count += 1) {
      const status = await killNext(async (operations) => {
        const { child, ended, hasStarted } = start(failpoints, operations);
        while (hasStarted() <= operations.length) await sleep(2);
        await sleep(random.below(failpoints === '' ? CHANGE_MS : 2 * CHANGE_MS));
        child.kill('SIGKILL');
        await ended;
      });
      expect(['success', 'failed']).toContain(status);
    }
  });
});

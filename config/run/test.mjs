/**
 * `npm test`: the same preparation as a start, then Jest; the last line printed is `N passed, N failed` and nothing else.
 * `--unit` leaves the builds and the journeys out, `--prove` runs the full sizes; every other argument is Jest's.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';
import { findTool } from './tools.mjs';

const own = new Set(['--unit', '--prove']);
const args = process.argv.slice(2);
const unit = args.includes('--unit');
const prove = args.includes('--prove');
const results = join(root, '.results', prove ? 'prove.json' : 'test.json');

process.chdir(root);
requireToolsInCi();
await prepare(unit ? [] : undefined, { dev: true });
mkdirSync(join(root, '.results'), { recursive: true });
rmSync(results, { force: true });
const code = await runJest(args.filter((arg) => !own.has(arg)));
report(code);

/** What is optional on a desk is required where a green light is believed. */
function requireToolsInCi() {
  const missing = [findTool('mariadb') ?? 'mariadbd', findTool('chromium') ?? 'chromium'].filter(
    (found) => !/[\\/]/.test(found),
  );
  if (missing.length === 0 || process.env['CI'] !== 'true') return;
  process.stdout.write(
    `In CI these programs are required and were not found: ${missing.join(', ')}\n0 passed, 0 failed\n`,
  );
  process.exit(1);
}

/** @param {string[]} rest @returns {Promise<number>} */
function runJest(rest) {
  const flags = [process.env['NODE_OPTIONS'], '--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const env = { ...process.env, NODE_OPTIONS: flags.filter(Boolean).join(' '), ...(prove ? { PROVE: '1' } : {}) };
  const ignored = [unit && '/journeys/', findTool('chromium') === null && '/client/journeys/'].filter(
    (path) => path !== false,
  );
  const ours = ['--config=jest.config.ts', '--json', `--outputFile=${results}`];
  for (const path of ignored) ours.push(`--testPathIgnorePatterns=${path}`);
  const jest = [join(root, 'node_modules/jest/bin/jest.js'), ...rest, ...ours];
  return new Promise((done) => {
    const child = spawn(process.execPath, jest, { cwd: root, env, stdio: ['inherit', 2, 2] });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
    child.once('error', () => done(1));
    child.once('exit', (status) => done(status ?? 1));
  });
}

/** @param {number} status */
function report(status) {
  const { passed, failed, skipped } = readCounts();
  if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
  if (passed + failed === 0) process.stdout.write('No test ran.\n');
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = status !== 0 || failed > 0 || passed === 0 ? status || 1 : 0;
}

/** A file that could not even be loaded counts as one failure. */
function readCounts() {
  try {
    const jest = JSON.parse(readFileSync(results, 'utf8'));
    return {
      passed: Number(jest.numPassedTests),
      failed: Number(jest.numFailedTests) + Number(jest.numRuntimeErrorTestSuites),
      skipped: Number(jest.numPendingTests),
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

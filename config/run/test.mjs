/**
 * `npm test`: the same preparation as a start, then Jest; the last line printed is `N passed, N failed` and nothing else.
 * `--unit` leaves the builds and the journeys out, `--prove` runs the full sizes; every other argument is Jest's.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';
import { failedFiles, readCounts } from './results.mjs';
import { findTool } from '../findTool.mjs';

/** More files than these did not fail by chance. */
const MOST_AGAIN = 8;
/** Jest projects that need neither a build nor a browser. */
const UNIT_PROJECTS = ['config', 'common', 'server', 'client'];
/** Tests make much that is soon forgotten: room for it (in MB) spares the collector work. */
const YOUNG = '--max-semi-space-size=64';
const own = new Set(['--unit', '--prove']);
const args = process.argv.slice(2);
const unit = args.includes('--unit');
const prove = args.includes('--prove');
const rest = args.filter((arg) => !own.has(arg));

process.chdir(root);
requireToolsInCi();
await prepare(unit ? [] : undefined, { dev: true });
mkdirSync(join(root, '.results'), { recursive: true });
report(await runParts());

/**
 * Two runs of Jest: what is only a process of its own first, then the stories that browsers and servers play. Whoever names tests gets one run of just these.
 * @returns {Promise<readonly Outcome[]>}
 */
async function runParts() {
  const name = prove ? 'prove' : 'test';
  if (rest.length > 0) return [await runJest(name, unit ? [...rest, '--selectProjects', ...UNIT_PROJECTS] : rest)];
  const units = await runTwice(`${name}.units`, UNIT_PROJECTS);
  return unit ? [units] : [units, await runTwice(`${name}.stories`, ['proof', 'journeys'])];
}

/**
 * Tests play on real time: databases, browsers, servers and sockets of this machine. A file in which something went wrong is
 * run once more, by itself, and is named either way: a fault of the product fails again, a crowded minute does not.
 * @param {string} name Of the file of results.
 * @param {readonly string[]} projects
 * @returns {Promise<Outcome>}
 */
async function runTwice(name, projects) {
  const first = await runJest(name, ['--maxWorkers=2', '--selectProjects', ...projects]);
  const failed = failedFiles(first.results);
  if (failed.length === 0 || failed.length > MOST_AGAIN) return first;
  process.stderr.write(`Once more, by themselves: ${failed.join(' ')}\n`);
  const again = ['--runInBand', '--selectProjects', ...projects, '--runTestsByPath', ...failed];
  const second = await runJest(`${name}.again`, again);
  const still = new Set(failedFiles(second.results));
  for (const file of failed) process.stderr.write(`${still.has(file) ? 'Failed twice' : 'Unsteady'}: ${file}\n`);
  return { status: second.status, results: second.results, earlier: { results: first.results, without: failed } };
}

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

/**
 * What Jest answered, and where it wrote what; `earlier`: results that stand but for some files that were run again.
 * @typedef {{ readonly status: number; readonly results: string; readonly earlier?: { readonly results: string; readonly without: readonly string[] } }} Outcome
 * @param {string} name Of the file of results.
 * @param {readonly string[]} wanted @returns {Promise<Outcome>}
 */
function runJest(name, wanted) {
  const results = join(root, '.results', `${name}.json`);
  rmSync(results, { force: true });
  const ours = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', YOUNG];
  const options = [process.env['NODE_OPTIONS'], ...ours].filter(Boolean).join(' ');
  // Not `--testPathIgnorePatterns`: on the command line it replaces the patterns that each project sets for itself.
  const withoutBrowser = findTool('chromium') === null ? { TEST_BROWSER: 'none' } : {};
  const env = { ...process.env, NODE_OPTIONS: options, ...withoutBrowser, ...(prove ? { PROVE: '1' } : {}) };
  const jestOwn = ['--config=jest.config.ts', '--json', `--outputFile=${results}`];
  const jest = [join(root, 'node_modules/jest/bin/jest.js'), ...wanted, ...jestOwn];
  return new Promise((done) => {
    const child = spawn(process.execPath, jest, { cwd: root, env, stdio: ['inherit', 2, 2] });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
    const watch = endWhatLingers(child, results);
    child.once('error', () => done({ status: 1, results }));
    child.once('exit', (status) => {
      clearInterval(watch);
      done({ status: status ?? 1, results });
    });
  });
}

/**
 * A handle some test left open must not hold up a green light for an hour: it is told, and counts as a failure.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} results
 */
function endWhatLingers(child, results) {
  let since = 0;
  return setInterval(() => {
    if (!existsSync(results)) return;
    since ||= Date.now();
    if (Date.now() - since < 20_000) return;
    process.stderr.write('The tests are done, but one of them left something open.\n');
    child.kill('SIGKILL');
  }, 1000);
}

/** @param {readonly Outcome[]} outcomes */
function report(outcomes) {
  const all = outcomes.flatMap(({ results, earlier }) =>
    earlier ? [readCounts(results), readCounts(earlier.results, earlier.without)] : [readCounts(results)],
  );
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ what) => all.reduce((total, one) => total + one[what], 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
  const status = Math.max(...outcomes.map((outcome) => outcome.status));
  if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
  if (passed + failed === 0) process.stdout.write('No test ran.\n');
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = status !== 0 || failed > 0 || passed === 0 ? status || 1 : 0;
}

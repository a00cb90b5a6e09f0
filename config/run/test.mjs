/**
 * `npm test`: installs and builds like `npm start`, then runs Jest. The last line of output is `N passed, N failed`.
 * `--unit` skips the builds and the journeys. `--changed` runs only the tests that changes since the main branch can affect.
 * `--prove` runs the property and model-based tests in full size. Jest gets all other arguments.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';
import { changedFiles, isJourney, findAffectedTests } from './changedTests.mjs';
import { failedFiles, readCounts } from './results.mjs';
import { findTool } from '../findTool.mjs';

/** When more files than this fail, none is repeated: so many failures are not random. */
const MAX_RETRIED_FILES = 8;
/** Jest projects without builds and browsers. */
const UNIT_PROJECTS = ['config', 'common', 'server', 'client'];
const JOURNEY_PROJECTS = ['proof', 'journeys'];
/** Tests allocate many short-lived objects: with a larger young generation (in MB) V8 collects garbage less often. */
const YOUNG_GENERATION = '--max-semi-space-size=64';
const own = new Set(['--unit', '--prove', '--changed']);
const args = process.argv.slice(2);
const unit = args.includes('--unit');
const prove = args.includes('--prove');
const rest = args.filter((arg) => !own.has(arg));

process.chdir(root);
requireToolsInCi();
/** Absolute paths of the tests that the changes can affect; undefined: all tests. */
const reached = args.includes('--changed') ? listReachedTests() : undefined;
await prepare(unit || reached?.some(isJourney) === false ? [] : undefined, { dev: true });
mkdirSync(join(root, '.results'), { recursive: true });
report(await runParts());

/**
 * Runs Jest twice: unit tests first, then the journeys with browsers and servers. Tests named on the command line run alone, in one run.
 * @returns {Promise<readonly Outcome[]>}
 */
async function runParts() {
  const name = prove ? 'prove' : 'test';
  if (rest.length > 0) return [await runJest(name, unit ? [...rest, '--selectProjects', ...UNIT_PROJECTS] : rest)];
  if (reached) return runReached(`${name}.changed`, reached);
  const units = await runTwice(`${name}.units`, UNIT_PROJECTS);
  return unit ? [units] : [units, await runTwice(`${name}.journeys`, JOURNEY_PROJECTS)];
}

/**
 * @param {string} name Name of the result files.
 * @param {readonly string[]} tests
 * @returns {Promise<readonly Outcome[]>}
 */
async function runReached(name, tests) {
  const units = tests.filter((path) => !isJourney(path));
  const journeys = unit ? [] : tests.filter(isJourney);
  process.stderr.write(`Reached by the changes: ${units.length + journeys.length} test files\n`);
  const outcomes = [];
  if (units.length > 0) outcomes.push(await runTwice(`${name}.units`, UNIT_PROJECTS, ['--runTestsByPath', ...units]));
  if (journeys.length > 0)
    outcomes.push(await runTwice(`${name}.journeys`, JOURNEY_PROJECTS, ['--runTestsByPath', ...journeys]));
  return outcomes;
}

/**
 * Test files that import a changed file, directly or indirectly, and all browser journeys when the client has changed.
 * @returns {readonly string[] | undefined} Undefined when every test is affected, or when git fails.
 */
function listReachedTests() {
  const changed = changedFiles();
  const reach = changed && findAffectedTests(changed);
  if (reach === undefined || reach.all) return undefined;
  const list = (/** @type {readonly string[]} */ chosen) => {
    const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--config=jest.config.ts', '--listTests', ...chosen];
    const { status, stdout } = spawnSync(process.execPath, jest, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
    if (status !== 0) throw new Error('Jest could not list the tests.');
    return stdout.split('\n').filter((path) => path !== '');
  };
  const related = reach.files.length > 0 ? list(['--findRelatedTests', ...reach.files]) : [];
  const inBrowser = reach.clientJourneys
    ? list(['--selectProjects', 'journeys', '--testPathPatterns=/client/journeys/'])
    : [];
  return [...new Set([...related, ...inBrowser])];
}

/**
 * Runs Jest and repeats each failed file once, alone. Tests use real time, databases, browsers and sockets, so a file can also fail
 * because the machine is overloaded; a bug fails again. The output names repeated files in both cases.
 * @param {string} name Name of the result file.
 * @param {readonly string[]} projects
 * @param {readonly string[]} wanted Arguments for Jest that choose tests; all tests of the projects without any.
 * @returns {Promise<Outcome>}
 */
async function runTwice(name, projects, wanted = []) {
  const first = await runJest(name, ['--maxWorkers=2', '--selectProjects', ...projects, ...wanted]);
  const failed = failedFiles(first.results);
  if (failed.length === 0 || failed.length > MAX_RETRIED_FILES) return first;
  process.stderr.write(`Run again, alone: ${failed.join(' ')}\n`);
  const again = ['--runInBand', '--selectProjects', ...projects, '--runTestsByPath', ...failed];
  const second = await runJest(`${name}.again`, again);
  const still = new Set(failedFiles(second.results));
  for (const file of failed) process.stderr.write(`${still.has(file) ? 'Failed twice' : 'Flaky'}: ${file}\n`);
  return { status: second.status, results: second.results, earlier: { results: first.results, without: failed } };
}

/** In CI the tests fail without programs that are optional on a developer's machine. */
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
 * Exit status and result file of a Jest run. `earlier`: results of the first run; they count except for the repeated files.
 * @typedef {{ readonly status: number; readonly results: string; readonly earlier?: { readonly results: string; readonly without: readonly string[] } }} Outcome
 * @param {string} name Name of the result file.
 * @param {readonly string[]} wanted @returns {Promise<Outcome>}
 */
function runJest(name, wanted) {
  const results = join(root, '.results', `${name}.json`);
  rmSync(results, { force: true });
  const ours = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', YOUNG_GENERATION];
  const options = [process.env['NODE_OPTIONS'], ...ours].filter(Boolean).join(' ');
  // `--testPathIgnorePatterns` cannot be used: on the command line it replaces the patterns of each project.
  const withoutBrowser = findTool('chromium') === null ? { TEST_BROWSER: 'none' } : {};
  const env = { ...process.env, NODE_OPTIONS: options, ...withoutBrowser, ...(prove ? { PROVE: '1' } : {}) };
  const jestOwn = ['--config=jest.config.ts', '--json', `--outputFile=${results}`];
  const jest = [join(root, 'node_modules/jest/bin/jest.js'), ...wanted, ...jestOwn];
  return new Promise((done) => {
    const child = spawn(process.execPath, jest, { cwd: root, env, stdio: ['inherit', 2, 2] });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
    const watch = endLingeringJest(child, results);
    child.once('error', () => done({ status: 1, results }));
    child.once('exit', (status) => {
      clearInterval(watch);
      done({ status: status ?? 1, results });
    });
  });
}

/**
 * Kills Jest when it still runs 20 seconds after it wrote its results: a test left a handle open. This counts as a failure.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} results
 */
function endLingeringJest(child, results) {
  let since = 0;
  return setInterval(() => {
    if (!existsSync(results)) return;
    since ||= Date.now();
    if (Date.now() - since < 20_000) return;
    process.stderr.write('The tests are done, but one of them left a handle open.\n');
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
  const status = Math.max(0, ...outcomes.map((outcome) => outcome.status));
  if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
  if (passed + failed === 0) process.stdout.write('No test ran.\n');
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  const isEmpty = passed === 0 && reached === undefined;
  process.exitCode = status !== 0 || failed > 0 || isEmpty ? status || 1 : 0;
}

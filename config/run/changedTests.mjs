/** `npm test -- --changed`: finds the tests that the changes since the main branch can affect. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const SETUP_FILES = ['package.json', 'package-lock.json', 'jest.config.ts', 'config/tsconfig.base.json'];
/** Whether a change of the file can affect every test. @param {string} path */
const reachesAll = (path) =>
  SETUP_FILES.includes(path) || (/^config\/(?:jest|run)\//.test(path) && !path.endsWith('.test.ts'));
/** Source files of the client bundle. Browser tests load the bundle, so their imports do not contain these files. */
const IN_BROWSER_BUILD = /^(client|common)\/(?!(journeys|proof|testing)\/)(?!.*\.test\.tsx?$).*\.(tsx?|css|html)$/;

/**
 * `all`: every test is affected. Otherwise the tests that import one of `files`, directly or indirectly, and with `clientJourneys` all
 * browser tests, because the client that they load has changed.
 * @typedef {{ readonly all: boolean; readonly files: readonly string[]; readonly clientJourneys: boolean }} Reach
 * @param {readonly string[]} changed Paths from the root.
 * @returns {Reach}
 */
export const findAffectedTests = (changed) => ({
  all: changed.some((path) => reachesAll(path)),
  files: changed.filter((path) => /\.(tsx?|[cm]?js|json)$/.test(path)),
  clientJourneys: changed.some((path) => IN_BROWSER_BUILD.test(path)),
});

/** Whether a test file needs builds of server and client: a journey or a model-based test. @param {string} path */
export const isJourney = (path) => /[\\/](journeys[\\/]|client[\\/]proof[\\/])/.test(path);

/**
 * Files that differ from the merge base with the main branch, committed or not; without deleted files.
 * @param {(...args: string[]) => string | undefined} git Runs git and returns what it prints; undefined when it fails.
 * @returns {readonly string[] | undefined} Undefined when there is no repository or no main branch to compare with.
 */
export function changedFiles(git = runGit) {
  const base = ['origin/main', 'main', 'origin/master', 'master'].reduce(
    (/** @type {string | undefined} */ found, branch) => found ?? git('merge-base', 'HEAD', branch),
    undefined,
  );
  if (base === undefined) return undefined;
  const tracked = git('diff', '--name-only', '--diff-filter=d', base.trim());
  const untracked = git('ls-files', '--others', '--exclude-standard');
  if (tracked === undefined || untracked === undefined) return undefined;
  return [...new Set(`${tracked}\n${untracked}`.split('\n'))].filter(
    (path) => path !== '' && existsSync(join(root, path)),
  );
}

/** @param {string[]} args */
function runGit(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

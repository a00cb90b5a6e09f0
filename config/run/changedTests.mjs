/** `npm test -- --changed`: which tests the changes since the main branch can reach. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** A change of one of these can reach every test. */
const REACHES_ALL =
  /^(package(-lock)?\.json|jest\.config\.ts|config\/(jest|run)\/(?!.*\.test\.ts$).*|config\/tsconfig\.base\.json)$/;
/** Browsers load a build of these, which no import of a test shows. */
const IN_BROWSER_BUILD = /^(client|common)\/(?!(journeys|proof|testing)\/)(?!.*\.test\.tsx?$).*\.(tsx?|css|html)$/;

/**
 * `all`: every test. Otherwise the tests that import one of `files`, directly or not, and with `clientJourneys` all tests that
 * play in a browser, because the client that they load has changed.
 * @typedef {{ readonly all: boolean; readonly files: readonly string[]; readonly clientJourneys: boolean }} Reach
 * @param {readonly string[]} changed Paths from the root.
 * @returns {Reach}
 */
export const reachOf = (changed) => ({
  all: changed.some((path) => REACHES_ALL.test(path)),
  files: changed.filter((path) => /\.(tsx?|[cm]?js|json)$/.test(path)),
  clientJourneys: changed.some((path) => IN_BROWSER_BUILD.test(path)),
});

/** Whether a test file needs builds: a journey or a proof with real clients. @param {string} path */
export const isStory = (path) => /[\\/](journeys[\\/]|client[\\/]proof[\\/])/.test(path);

/**
 * Files that differ from the commit where this branch left the main branch, whether committed or not; deleted files are left out.
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

/** Prepares a run: installs packages when they differ from `package-lock.json`, and builds server and client if their sources have changed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The source files of each built part; a change of one of them makes the part stale. */
const sources = {
  server: {
    folders: ['server', 'common'],
    files: [
      'config/env.ts',
      'config/defaults.ts',
      'config/run/build.mjs',
      'config/run/bundle.mjs',
      'package-lock.json',
    ],
  },
  client: {
    folders: ['client', 'common'],
    files: [
      'config/defaults.ts',
      'config/vite.config.ts',
      'config/run/build.mjs',
      'config/run/entityLabels.mjs',
      'config/run/prefetchManifest.mjs',
      'package-lock.json',
    ],
  },
  site: {
    folders: ['client/site', 'common'],
    files: ['config/run/build.mjs', 'config/run/buildSite.mjs', 'package-lock.json'],
  },
};

/** @typedef {keyof typeof sources} Part */

/** All parts. @type {readonly Part[]} */
export const parts = ['server', 'client', 'site'];

/** @param {string} text */
const print = (text) => process.stderr.write(`${text}\n`);

/**
 * Installs missing packages and builds stale parts. A lock file makes concurrent starts wait for each other.
 * @param {readonly Part[]} wanted
 * @param {{ dev?: boolean }} need  `dev`: install the development packages even when no part is stale
 */
export async function prepare(wanted = parts, { dev = false } = {}) {
  if (staleParts(wanted).length === 0 && isInstalled({ dev })) return;
  const release = await lock(join(root, '.cache', 'prepare.lock'));
  try {
    if (!isInstalled({ dev: dev || staleParts(wanted).length > 0 })) await install();
    const stale = staleParts(wanted);
    if (stale.length > 0) print(`Building ${stale.join(' and ')} …`);
    await all(stale.map((part) => run(process.execPath, [join(root, 'config/run/build.mjs'), part])));
  } finally {
    release();
  }
}

/** Waits until all jobs end, then throws the first error: no build runs on after another one failed. @param {Promise<void>[]} jobs */
async function all(jobs) {
  const failed = (await Promise.allSettled(jobs)).find((job) => job.status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/**
 * Whether the installed packages match `package-lock.json`. npm records them in `node_modules/.package-lock.json`.
 * @param {{ dev: boolean }} need
 */
export function isInstalled({ dev }) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const found = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([path, want]) => {
    if (path === '') return true;
    const have = found[path];
    if (!have) return want.optional === true || want.devOptional === true || (want.dev === true && !dev);
    return have.version === want.version && have.integrity === want.integrity;
  });
}

/** @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Locked */

/** @param {string} file @returns {Record<string, Locked> | null} */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

async function install() {
  const folder = join(root, 'node_modules');
  if (existsSync(folder) && lstatSync(folder).isSymbolicLink()) {
    print('node_modules is a link and differs from package-lock.json; its owner has to install.');
    return;
  }
  print('Installing packages …');
  const npm = process.env['npm_execpath'] ?? '';
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm.endsWith('npm-cli.js')) await run(process.execPath, [npm, ...args]);
  else await run('npm', args, { shell: process.platform === 'win32' });
}

/** @param {readonly Part[]} wanted */
const staleParts = (wanted) => wanted.filter((part) => hasSource(part) && builtStamp(part) !== computeSourceHash(part));

/** @param {Part} part */
const hasSource = (part) => existsSync(join(root, sources[part].folders[0] ?? part));

/** @param {Part} part */
function builtStamp(part) {
  try {
    return readFileSync(join(root, '.build', part, '.stamp'), 'utf8');
  } catch {
    return null;
  }
}

/** SHA-256 over all sources of a part, without tests and documents. @param {Part} part */
export function computeSourceHash(part) {
  const hash = createHash('sha256');
  const { folders, files } = sources[part];
  for (const file of [...folders.flatMap((folder) => listFiles(folder)), ...files]) {
    hash.update(`${file}\0`);
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

const unbuilt = /(\.test\.tsx?|\.md)$|\/(journeys|testing|docs)\//;

/** @param {string} folder @returns {string[]} */
function listFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
    .filter((file) => !unbuilt.test(file));
}

/**
 * Takes a lock file that contains the id of this process, and returns a function that releases it. A lock of a dead process is deleted.
 * @param {string} file @returns {Promise<() => void>}
 */
async function lock(file) {
  mkdirSync(dirname(file), { recursive: true });
  // `link` creates the lock file together with its content, so no process reads an empty lock file.
  const ticket = `${file}.${process.pid}`;
  writeFileSync(ticket, String(process.pid));
  for (let isAnnounced = false; ; isAnnounced = true) {
    try {
      linkSync(ticket, file);
      rmSync(ticket);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const owner = readOwner(file);
    if (owner !== null && !isAlive(owner)) rmSync(file, { force: true });
    else {
      if (!isAnnounced) print('Another start is preparing; waiting for it …');
      await sleep(100);
    }
  }
}

/** @param {string} file */
function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Runs a command. Its output goes to stderr, because stdout belongs to the server.
 * @param {string} command @param {string[]} args @param {{ shell?: boolean }} options @returns {Promise<void>}
 */
function run(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
    // Ends the command when this process ends; otherwise it would continue without the lock.
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      process.exit(1);
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      if (code === 0) done();
      else
        fail(new Error(`${[command, ...args].map((word) => basename(word)).join(' ')} ended with ${signal ?? code}`));
    });
  });
}

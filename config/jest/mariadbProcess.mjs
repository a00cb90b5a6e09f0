/**
 * Runs one temporary MariaDB for as long as its parent process: prints the URL when the server accepts connections, and kills
 * the server and removes its folder as soon as stdin closes, however the parent ended. The line `restart` on stdin kills the
 * server and starts it again on the same data. `startMariadb.mjs` is its only caller.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTool } from '../findTool.mjs';

const server = findTool('mariadb');
const installer = findTool('mariadbInstall');
if (!server || !installer) throw new Error('mariadbd and mariadb-install-db must be installed');
const folder = mkdtempSync(join(tmpdir(), 'atrium-mariadb-'));
const log = join(folder, 'mariadbd.log');
const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
const password = randomBytes(12).toString('hex');
/** @type {import('node:child_process').ChildProcess | undefined} */
let database;
let port = 0;

process.stdin
  .on('end', stop)
  .on('error', stop)
  .on('data', (command) => {
    if (String(command).includes('restart')) void restart();
  });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
await start();

async function start() {
  installData();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    port = await freePort();
    database = startDatabase();
    if (await isListening(database)) {
      process.stdout.write(`mariadb://atrium:${password}@127.0.0.1:${port}/\n`);
      return;
    }
  }
  throw new Error(`MariaDB did not start:\n${readFileSync(log, 'utf8')}`);
}

async function restart() {
  const old = database;
  const gone = new Promise((done) => old?.once('exit', done));
  old?.kill('SIGKILL');
  await gone;
  database = startDatabase();
  if (!(await isListening(database))) throw new Error(`MariaDB did not start again:\n${readFileSync(log, 'utf8')}`);
  process.stdout.write('again\n');
}

function installData() {
  const args = [
    '--no-defaults',
    ...asRoot,
    `--datadir=${join(folder, 'data')}`,
    `--tmpdir=${folder}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ];
  const { status, stdout, stderr } = spawnSync(String(installer), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`MariaDB could not make its data folder:\n${stdout}${stderr}`);
  const grants = ["'127.0.0.1'", "'localhost'"].flatMap((host) => [
    `CREATE USER IF NOT EXISTS 'atrium'@${host} IDENTIFIED BY '${password}';`,
    `GRANT ALL ON *.* TO 'atrium'@${host} WITH GRANT OPTION;`,
  ]);
  // For tests that use the whole server alone.
  const database = 'CREATE DATABASE IF NOT EXISTS atrium CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;';
  writeFileSync(join(folder, 'init.sql'), `${[...grants, database].join('\n')}\n`);
}

function startDatabase() {
  const args = [
    '--no-defaults',
    ...asRoot,
    `--datadir=${join(folder, 'data')}`,
    // A starting server deletes the temporary tables in its folder, also those of another run.
    `--tmpdir=${folder}`,
    `--socket=${join(folder, 'm.sock')}`,
    `--pid-file=${join(folder, 'm.pid')}`,
    `--init-file=${join(folder, 'init.sql')}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--skip-log-bin',
    '--skip-name-resolve',
    '--performance-schema=OFF',
    '--innodb-flush-log-at-trx-commit=2',
    // Data must survive a crash of the process, not of the machine.
    '--innodb-flush-method=nosync',
    '--debug-no-sync',
    '--innodb-buffer-pool-size=64M',
    '--max-connections=400',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_ci',
    '--log-warnings=0',
  ];
  const logFile = openSync(log, 'a');
  const child = spawn(String(server), args, { stdio: ['ignore', logFile, logFile] });
  closeSync(logFile);
  return child;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Resolves true when the server sends its greeting, false when the process ended. @param {import('node:child_process').ChildProcess} child */
async function isListening(child) {
  const until = Date.now() + 30_000;
  while (Date.now() < until && child.exitCode === null) {
    if (await sendsGreeting()) return true;
    await sleep(30);
  }
  child.kill('SIGKILL');
  return false;
}

/** @returns {Promise<boolean>} */
function sendsGreeting() {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    const end = (/** @type {boolean} */ is) => {
      socket.destroy();
      done(is);
    };
    socket
      .once('data', () => end(true))
      .once('error', () => end(false))
      .once('close', () => done(false));
  });
}

/** Kills the server: its data is removed anyway. */
function stop() {
  if (!database || database.exitCode !== null) process.exit();
  database.once('exit', () => process.exit());
  database.kill('SIGKILL');
}

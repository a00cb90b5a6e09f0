/** Once per run: tells the tests which programs they have and where to keep what they share, and starts one private MariaDB for all of them when it is installed. */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTool } from '../findTool.mjs';
import { memoryFolder } from './memoryFolder.mjs';

/** @typedef {typeof globalThis & { atriumKeeper?: import('node:child_process').ChildProcess; atriumMade?: string[] }} Shared */

export default async function globalSetup() {
  const scratch = memoryFolder();
  if (scratch !== null) process.env['TMPDIR'] = scratch;
  // A run inside another one leaves to that one what it made.
  const made = scratch === null ? [] : [scratch];
  /** @type {Shared} */ (globalThis).atriumMade = made;
  if (process.env['TEST_KEPT'] === undefined)
    made.push((process.env['TEST_KEPT'] = mkdtempSync(join(tmpdir(), 'atrium-kept-'))));
  const chromium = findTool('chromium');
  if (chromium) process.env['TEST_CHROMIUM'] = chromium;
  else notice('Chromium', 'the browser journeys');
  if (process.env['TEST_MARIADB_URL']) return;
  const server = findTool('mariadb');
  const installer = findTool('mariadbInstall');
  if (server && installer) {
    process.env['TEST_MARIADB_URL'] = await startMariadb(server, installer);
    process.env['TEST_MARIADB_OWN'] = '1';
  } else notice('MariaDB', 'the MariaDB suites');
}

/** @param {string} program @param {string} suites */
function notice(program, suites) {
  if (process.env['CI'] === 'true') throw new Error(`${program} is required in CI and was not found.`);
  process.stderr.write(`Notice: ${program} was not found; ${suites} are skipped.\n`);
}

/** @param {string} server @param {string} installer @returns {Promise<string>} */
function startMariadb(server, installer) {
  const script = join(dirname(fileURLToPath(import.meta.url)), 'mariadbProcess.mjs');
  // A group of its own: a Ctrl-C at the terminal must reach the keeper only through the closing pipe.
  const keeper = spawn(process.execPath, [script, server, installer], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  /** @type {Shared} */ (globalThis).atriumKeeper = keeper;
  return new Promise((done, fail) => {
    let line = '';
    keeper.stdout.on('data', (chunk) => {
      line += String(chunk);
      if (line.endsWith('\n')) done(line.trim());
    });
    keeper.once('exit', (code) => fail(new Error(`The private MariaDB ended with ${code}.`)));
  });
}

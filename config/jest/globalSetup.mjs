/**
 * Runs once before all tests: sets the environment variables that name the temporary folder, Chromium and the database, and
 * starts one MariaDB for the run where it is installed.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTool } from '../findTool.mjs';
import { createMemoryFolder } from './memoryFolder.mjs';
import { startMariadb } from './startMariadb.mjs';

/** @typedef {typeof globalThis & { atriumMariadb?: import('./startMariadb.mjs').MariadbProcess; atriumMade?: string[] }} Shared */

export default async function globalSetup() {
  const scratch = createMemoryFolder();
  if (scratch !== null) process.env['TMPDIR'] = scratch;
  // A Jest run inside another one does not touch the folders of the outer run.
  const made = scratch === null ? [] : [scratch];
  /** @type {Shared} */ (globalThis).atriumMade = made;
  if (process.env['TEST_KEPT'] === undefined)
    made.push((process.env['TEST_KEPT'] = mkdtempSync(join(tmpdir(), 'atrium-kept-'))));
  const chromium = findTool('chromium');
  if (chromium) process.env['TEST_CHROMIUM'] = chromium;
  else notice('Chromium', 'the browser journeys');
  if (process.env['TEST_MARIADB_URL']) return;
  if (findTool('mariadb') && findTool('mariadbInstall')) {
    const mariadb = await startMariadb();
    /** @type {Shared} */ (globalThis).atriumMariadb = mariadb;
    process.env['TEST_MARIADB_URL'] = mariadb.url;
    process.env['TEST_MARIADB_OWN'] = '1';
  } else notice('MariaDB', 'the MariaDB suites');
}

/** @param {string} program @param {string} suites */
function notice(program, suites) {
  if (process.env['CI'] === 'true') throw new Error(`${program} is required in CI and was not found.`);
  process.stderr.write(`Notice: ${program} was not found; ${suites} are skipped.\n`);
}

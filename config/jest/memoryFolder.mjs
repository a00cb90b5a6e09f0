/** Folder of databases and data folders of tests: in memory, so that a commit waits for no disk. */
import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Least free memory; a run uses part of it, browsers the rest. */
const MIN_FREE = 8 * 1024 ** 3;
const PREFIX = 'atrium-run-';

/** Creates a folder in memory for this run; null when `TMPDIR` is set, the machine has too little memory, or the run has full sizes. */
export function createMemoryFolder() {
  const { PROVE, TMPDIR } = process.env;
  if (PROVE === '1' || TMPDIR !== undefined || !hasFreeMemory()) return null;
  removeAbandoned();
  const folder = mkdtempSync(join(MEMORY, PREFIX));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  return folder;
}

function hasFreeMemory() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MIN_FREE && freemem() >= MIN_FREE;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed: nothing else frees their memory. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY).filter((name) => name.startsWith(PREFIX))) {
    const folder = join(MEMORY, name);
    try {
      process.kill(Number(readFileSync(join(folder, 'owner'), 'utf8')), 0);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH')
        rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Where tests keep their databases and data folders: in memory, where a commit waits for no disk. What a killed process wrote stays there as on a disk. */
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
/** A run keeps a part of this there; the rest is for the browsers. */
const ROOM = 8 * 1024 ** 3;
const MARK = 'atrium-run-';

/** A new folder in memory for this run; null when someone named a place, the machine has too little room, or the full sizes are proven. */
export function memoryFolder() {
  const { PROVE, TMPDIR } = process.env;
  if (PROVE === '1' || TMPDIR !== undefined || !hasRoom()) return null;
  forgetTheDead();
  const folder = mkdtempSync(join(MEMORY, MARK));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  return folder;
}

function hasRoom() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM && freemem() >= ROOM;
  } catch {
    return false;
  }
}

/** A run that was killed could not clear up behind itself, and memory does not come back by itself. */
function forgetTheDead() {
  for (const name of readdirSync(MEMORY).filter((name) => name.startsWith(MARK))) {
    const folder = join(MEMORY, name);
    try {
      process.kill(Number(readFileSync(join(folder, 'owner'), 'utf8')), 0);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH')
        rmSync(folder, { recursive: true, force: true });
    }
  }
}

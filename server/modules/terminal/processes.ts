/** Every process a task has started, however it hid from its parent: found by the task's mark in its environment, and ended. */
import { readdirSync, readFileSync } from 'node:fs';

/** In the environment of every process of a task, and inherited by whatever they start. */
export const MARK = 'ATRIUM_TASK';
export const markOf = (uuid: string, attempt: number): string => `${uuid}.${attempt}`;

const PATIENCE_MS = 5_000;
const LOOK_MS = 50;

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Session of a process: the sixth field, after a name that may hold anything. */
function sessionOf(pid: string): number {
  const stat = readOrNothing(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3] ?? 0);
}

/** The living processes of a mark, and of the session its first one leads. */
export function processesOf(mark: string, leader?: number): readonly number[] {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return leader === undefined ? [] : isAlive(leader) ? [leader] : [];
  }
  const entry = `${MARK}=${mark}\0`;
  return names
    .filter((pid) => Number(pid) !== process.pid)
    .filter(
      (pid) =>
        readOrNothing(`/proc/${pid}/environ`).includes(entry) || (leader !== undefined && sessionOf(pid) === leader),
    )
    .filter((pid) => !isZombie(pid))
    .map(Number);
}
const isZombie = (pid: string): boolean => {
  const stat = readOrNothing(`/proc/${pid}/stat`);
  return stat === '' || stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
};

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function signal(pids: readonly number[], name: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // it ended by itself
    }
  }
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Asks all of them to end, and ends those that do not. */
export async function endAll(mark: string, leader?: number, patience = PATIENCE_MS): Promise<void> {
  signal(processesOf(mark, leader), 'SIGTERM');
  for (let waited = 0; waited < patience; waited += LOOK_MS) {
    if (processesOf(mark, leader).length === 0) return;
    await pause(LOOK_MS);
  }
  // What is started meanwhile carries the mark as well.
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const left = processesOf(mark, leader);
    if (left.length === 0) return;
    signal(left, 'SIGKILL');
    await pause(LOOK_MS);
  }
}

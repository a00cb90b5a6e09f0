/** Every process a task has started, however it hid from its parent: found by the task's mark in its environment, and ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readdirSync, readFileSync } from 'node:fs';

/** In the environment of every process of a task, and inherited by whatever they start. */
export const TASK_ENV_VARIABLE = 'ATRIUM_TASK';
export const taskTag = (uuid: string, attempt: number): string => `${uuid}.${attempt}`;

const GRACE_MS = 5_000;
const POLL_MS = 50;

function readFileOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Session of a process: the sixth field, after a name that may hold anything. */
function sessionIdOf(pid: string): number {
  const stat = readFileOrEmpty(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3] ?? 0);
}

/** The living processes of a mark, and of the session its first one leads. */
export function findTaskProcesses(tag: string, leader?: number): readonly number[] {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return leader === undefined ? [] : isAlive(leader) ? [leader] : [];
  }
  const environEntry = `${TASK_ENV_VARIABLE}=${tag}\0`;
  return names
    .filter((pid) => Number(pid) !== process.pid)
    .filter(
      (pid) =>
        readFileOrEmpty(`/proc/${pid}/environ`).includes(environEntry) ||
        (leader !== undefined && sessionIdOf(pid) === leader),
    )
    .filter((pid) => !isZombie(pid))
    .map(Number);
}
const isZombie = (pid: string): boolean => {
  const stat = readFileOrEmpty(`/proc/${pid}/stat`);
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

function sendSignal(pids: readonly number[], name: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // it ended by itself
    }
  }
}

/** Asks all of them to end, and ends those that do not. */
export async function killTaskProcesses(tag: string, leader?: number, graceMs = GRACE_MS): Promise<void> {
  sendSignal(findTaskProcesses(tag, leader), 'SIGTERM');
  for (let waited = 0; waited < graceMs; waited += POLL_MS) {
    if (findTaskProcesses(tag, leader).length === 0) return;
    await sleep(POLL_MS);
  }
  // What is started meanwhile carries the mark as well.
  for (let round = 0; round < 20; round += 1) {
    const remaining = findTaskProcesses(tag, leader);
    if (remaining.length === 0) return;
    sendSignal(remaining, 'SIGKILL');
    await sleep(POLL_MS);
  }
}

/** Finds and ends every process of a task, including detached ones, by a tag in their environment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readdirSync, readFileSync } from 'node:fs';

/** Set in the environment of every process of a task, and inherited by its children. */
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

/** Session id of a process: the sixth field of /proc/<pid>/stat, after a name with arbitrary characters. */
function getSessionId(pid: string): number {
  const stat = readFileOrEmpty(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3] ?? 0);
}

/** The running processes with a tag, and those in the session of its first process. */
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
        (leader !== undefined && getSessionId(pid) === leader),
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
      // It ended by itself.
    }
  }
}

/** Sends SIGTERM to all of them, and SIGKILL to those that remain. */
export async function killTaskProcesses(tag: string, leader?: number, graceMs = GRACE_MS): Promise<void> {
  sendSignal(findTaskProcesses(tag, leader), 'SIGTERM');
  for (let waited = 0; waited < graceMs; waited += POLL_MS) {
    if (findTaskProcesses(tag, leader).length === 0) return;
    await sleep(POLL_MS);
  }
  // Processes started meanwhile carry the tag too.
  for (let round = 0; round < 20; round += 1) {
    const remaining = findTaskProcesses(tag, leader);
    if (remaining.length === 0) return;
    sendSignal(remaining, 'SIGKILL');
    await sleep(POLL_MS);
  }
}

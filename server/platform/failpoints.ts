/** Places that fail on purpose when `FAILPOINTS` names them (`name:throw`, `name:kill`, `name:stop`, `name:sleep-200`); inert otherwise and in production. */
import { setTimeout as pause } from 'node:timers/promises';

interface Armed {
  readonly production: boolean;
  readonly failpoints: readonly string[];
}

/** Until the stop has taken hold. */
const STOPPING_MS = 100;

const actionAt = ({ production, failpoints }: Armed, name: string): string | undefined =>
  production ? undefined : failpoints.find((entry) => entry.startsWith(`${name}:`))?.slice(name.length + 1);

/** Whether the environment says that it fails there. */
export const isArmed = (env: Armed, name: string): boolean => actionAt(env, name) !== undefined;

/** Fails here if the environment says so. `kill` ends the process as a power cut would, `stop` halts its clock. */
export async function failpoint(env: Armed, name: string): Promise<void> {
  const action = actionAt(env, name);
  if (action === undefined) return;
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  if (action === 'stop') {
    process.kill(process.pid, 'SIGSTOP');
    await pause(STOPPING_MS);
  }
  if (action === 'throw') throw new Error(`failpoint ${name}`);
  const [, ms] = /^sleep-(\d+)$/.exec(action) ?? [];
  if (ms !== undefined) await pause(Number(ms));
}

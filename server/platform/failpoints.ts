/** Places that fail on purpose when `FAILPOINTS` names them (`name:throw`, `name:kill`, `name:stop`, `name:sleep-200`); inert otherwise and in production. */
import { setTimeout as pause } from 'node:timers/promises';

interface FailpointEnv {
  readonly production: boolean;
  readonly failpoints: readonly string[];
}

/** Until the stop has taken hold. */
const STOP_DELAY_MS = 100;

const actionOf = ({ production, failpoints }: FailpointEnv, name: string): string | undefined =>
  production ? undefined : failpoints.find((entry) => entry.startsWith(`${name}:`))?.slice(name.length + 1);

/** Whether the environment says that it fails there. */
export const isFailpointSet = (env: FailpointEnv, name: string): boolean => actionOf(env, name) !== undefined;

/** Fails here if the environment says so. `kill` ends the process as a power cut would, `stop` halts its clock. */
export async function triggerFailpoint(env: FailpointEnv, name: string): Promise<void> {
  const action = actionOf(env, name);
  if (action === undefined) return;
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  if (action === 'stop') {
    process.kill(process.pid, 'SIGSTOP');
    await pause(STOP_DELAY_MS);
  }
  if (action === 'throw') throw new Error(`failpoint ${name}`);
  const [, ms] = /^sleep-(\d+)$/.exec(action) ?? [];
  if (ms !== undefined) await pause(Number(ms));
}

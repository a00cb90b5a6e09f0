/**
 * Failpoints for tests: the environment variable `FAILPOINTS` names those that fail (`name:throw`, `name:kill`, `name:stop`,
 * `name:sleep-200`). Inert without it, and in production.
 */
import { setTimeout as pause } from 'node:timers/promises';

interface FailpointEnv {
  readonly production: boolean;
  readonly failpoints: readonly string[];
}

/** Milliseconds until the stop signal has taken effect. */
const STOP_DELAY_MS = 100;

const findAction = ({ production, failpoints }: FailpointEnv, name: string): string | undefined =>
  production ? undefined : failpoints.find((entry) => entry.startsWith(`${name}:`))?.slice(name.length + 1);

/** Whether the environment sets this failpoint. */
export const isFailpointSet = (env: FailpointEnv, name: string): boolean => findAction(env, name) !== undefined;

/** Fails here if the environment sets the failpoint. `kill` ends the process like a power failure, `stop` suspends it. */
export async function triggerFailpoint(env: FailpointEnv, name: string): Promise<void> {
  const action = findAction(env, name);
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

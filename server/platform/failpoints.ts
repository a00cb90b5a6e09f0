/** Places that fail on purpose when `FAILPOINTS` names them (`name:throw`, `name:kill`, `name:stop`, `name:sleep-200`); inert otherwise and in production. */
import { setTimeout as pause } from 'node:timers/promises';

interface Armed {
  readonly production: boolean;
  readonly failpoints: readonly string[];
}

/** Until the stop has taken hold. */
const STOPPING_MS = 100;

/** Fails here if the environment says so. `kill` ends the process as a power cut would, `stop` halts its clock. */
export async function failpoint(env: Armed, name: string): Promise<void> {
  if (env.production || env.failpoints.length === 0) return;
  const action = env.failpoints.find((entry) => entry.startsWith(`${name}:`))?.slice(name.length + 1);
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

/** How much longer things take on this machine now: more runnable processes than cores wait for each other. */
import { cpus, loadavg } from 'node:os';

export const loadFactor = (): number => Math.max(1, (loadavg()[0] ?? 0) / cpus().length);

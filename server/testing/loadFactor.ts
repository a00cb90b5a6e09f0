/** Estimates how much longer work takes on this machine now: runnable processes beyond the number of cores wait. */
import { cpus, loadavg } from 'node:os';

export const loadFactor = (): number => Math.max(1, (loadavg()[0] ?? 0) / cpus().length);

/** The system clock. All other files get a clock as an argument, so that tests can pass their own. */
import type { Clock } from '../context';

export const systemClock: Clock = { now: () => Date.now() };

/** The system's clock: the only place that asks what time it is, so that tests can hand in another. */
import type { Clock } from '../context';

export const systemClock: Clock = { now: () => Date.now() };

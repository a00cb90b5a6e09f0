import type { Clock } from '../context';

/** The current time of a clock in whole unix seconds, the unit of all time columns. */
export const unixSeconds = ({ clock }: { readonly clock: Clock }): number => Math.floor(clock.now() / 1000);

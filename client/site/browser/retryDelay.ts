/** The delay before a page connects again. */

export const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 300_000;
/** A connection that ends sooner was refused. */
const REFUSED_WITHIN_MS = 5_000;

/** The delay in milliseconds after a connection that lasted `connectedMs`: it doubles while the server refuses the page. */
export const nextRetryDelay = (delay: number, connectedMs: number): number =>
  connectedMs < REFUSED_WITHIN_MS ? Math.min(LONGEST_DELAY_MS, delay * 2) : FIRST_DELAY_MS;

/** A file as a field keeps it, by path or by id, and what it is called. */
export type Kept = string | number;

/** Files kept by id are called by their address in what answers bring along. */
export const FILES = 'attachment';

export const nameOf = (kept: Kept): string =>
  typeof kept === 'number' ? `#${kept}` : (kept.split('/').at(-1) ?? kept);

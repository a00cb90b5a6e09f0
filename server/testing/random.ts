/** Reproducible random numbers: tests print their seed. */
import { sampleSize } from '../../config/jest/testEnvironment';

export interface Random {
  /** An integer from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  readonly pick: <T>(from: readonly [T, ...T[]] | readonly T[]) => T;
  readonly chance: (of: number) => boolean;
}

/** Mulberry32: small, fast and good enough for tests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (of) => next() < of,
    pick: (from) => {
      const found = from[below(from.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
  };
}

/**
 * The seed of this run: `SEED_OF_TESTS`, else a fixed one, so that a failure is caused by a change of the code.
 * Full runs draw a new seed each time.
 */
export const testSeed = (): number =>
  Number(process.env['SEED_OF_TESTS'] ?? sampleSize(20_261, Math.floor(Math.random() * 1e9)));

/** Random numbers that can be had again: tests print their seed. */
import { sampleSize } from '../../config/jest/testEnvironment';

export interface Random {
  /** 0 ≤ n < below. */
  readonly below: (below: number) => number;
  readonly pick: <T>(from: readonly [T, ...T[]] | readonly T[]) => T;
  readonly chance: (of: number) => boolean;
}

/** Mulberry32: small, fast, good enough to stir tests. */
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
 * The seed of this run: given by `SEED_OF_TESTS`; else always the same one, so that a change is judged by what it changes.
 * Proving draws a fresh one each time, which is how new ground is walked.
 */
export const testSeed = (): number =>
  Number(process.env['SEED_OF_TESTS'] ?? sampleSize(20_261, Math.floor(Math.random() * 1e9)));

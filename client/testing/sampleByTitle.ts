/** Chooses one of several variants of a test, such as languages; full runs test all of them. */
import { sampleSize } from '../../config/jest/testEnvironment';
import { testSeed } from '../../server/testing/random';

/** Draws by the seed (`SEED_OF_TESTS`) and the title of the test, so that over all tests every variant occurs. */
export function sampleByTitle<T>(story: string, all: readonly T[]): readonly T[] {
  const place = testSeed() + [...story].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return sampleSize(0, 1) === 1 ? all : all.filter((_, index) => index === place % all.length);
}

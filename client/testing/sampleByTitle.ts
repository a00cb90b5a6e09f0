/** What a story is told in that is the same in each language but for its words: one of them in a run, all of them when proving. */
import { sampleSize } from '../../config/jest/testEnvironment';
import { testSeed } from '../../server/testing/random';

/** Draws by the seed (`SEED_OF_TESTS`) and the name of the story, so that over the stories every language occurs. */
export function inTurn<T>(story: string, all: readonly T[]): readonly T[] {
  const place = testSeed() + [...story].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return sampleSize(0, 1) === 1 ? all : all.filter((_, at) => at === place % all.length);
}

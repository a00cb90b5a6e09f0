/** Chooses one of several variants of a test, such as languages; full runs test all of them. */
import { sampleSize } from '../../config/jest/testEnvironment';
import { testSeed } from './random';

/** Draws by the seed (`SEED_OF_TESTS`) and the title of the test, so that over all tests every variant occurs. Prints the choice. */
export function sampleByTitle<T>(title: string, all: readonly T[]): readonly T[] {
  return sampleFraction(title, all, all.length);
}

/** Draws one of `every` variants, at least one in all, by the seed and the title. Prints the seed. */
export function sampleFraction<T>(title: string, all: readonly T[], every: number): readonly T[] {
  if (sampleSize(0, 1) === 1 || all.length === 0) return all;
  const seed = testSeed();
  const place = seed + [...title].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  const step = Math.min(every, all.length);
  const chosen = all.filter((_, index) => index % step === place % step);
  process.stdout.write(`seed of the sample “${title}”: ${seed}, ${chosen.length} of ${all.length}\n`);
  return chosen;
}

/** Samples of variants: reproducible by the seed, complete over all seeds, and everything in full runs. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { sampleFraction, sampleByTitle } from './sampleByTitle';

const VARIANTS = Array.from({ length: 10 }, (_, index) => index);
const { SEED_OF_TESTS: usualSeed, PROVE: usualSize } = process.env;
const setVariable = (name: string, value: string | undefined) => {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
};
afterEach(() => {
  setVariable('SEED_OF_TESTS', usualSeed);
  setVariable('PROVE', usualSize);
});
/** Samples of ten consecutive seeds in a run that samples. */
const drawForSeeds = (draw: () => readonly number[]): readonly (readonly number[])[] => {
  setVariable('PROVE', undefined);
  return VARIANTS.map((seed) => {
    setVariable('SEED_OF_TESTS', String(seed));
    return draw();
  });
};

describe('samples of variants', () => {
  it('sampleByTitle: draws one variant, and over all seeds each of them', () => {
    const drawn = drawForSeeds(() => sampleByTitle('a title', VARIANTS));
    expect(drawn.every(({ length }) => length === 1)).toBe(true);
    expect(drawn.flat().sort()).toEqual(VARIANTS);
    expect(drawForSeeds(() => sampleByTitle('a title', VARIANTS))).toEqual(drawn);
  });

  it('sampleByTitle: draws another variant for another title', () => {
    expect(drawForSeeds(() => sampleByTitle('a', VARIANTS))).not.toEqual(
      drawForSeeds(() => sampleByTitle('b', VARIANTS)),
    );
  });

  it('sampleFraction: draws its share, at least one, and over all seeds everything', () => {
    const drawn = drawForSeeds(() => sampleFraction('a title', VARIANTS, 3));
    expect(new Set(drawn.map(({ length }) => length))).toEqual(new Set([3, 4]));
    expect([...new Set(drawn.flat())].sort()).toEqual(VARIANTS);
    expect(drawForSeeds(() => sampleFraction('a title', [7], 3)).flat()).toEqual(VARIANTS.map(() => 7));
    expect(sampleFraction('a title', [], 3)).toEqual([]);
  });

  it('full run: returns all cases without sampling', () => {
    setVariable('PROVE', '1');
    expect([sampleByTitle('a title', VARIANTS), sampleFraction('a title', VARIANTS, 3)]).toEqual([VARIANTS, VARIANTS]);
  });
});

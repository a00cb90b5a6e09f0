/** Versions and ranges by the examples of semver.org. */
import { describe, expect, it } from '@jest/globals';
import { compareVersions, isVersion, isVersionRange, satisfiesRange } from './versions';

describe('versions of modules', () => {
  it('compareVersions: orders as semver.org', () => {
    const ascending = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
    ];
    const versions = [...ascending, '1.0.0-rc.1', '1.0.0', '1.2.0', '1.10.0', '2.0.0'];
    for (const [index, version] of versions.entries())
      for (const [other, compared] of versions.entries())
        expect(Math.sign(compareVersions(version, compared))).toBe(Math.sign(index - other));
  });

  it.each(['1.0', '1.0.0.0', '01.0.0', 'v1.0.0', '1.0.0-', '', '1.0.0+build', '-1.0.0'])('“%s” is none', (text) => {
    expect([isVersion(text), satisfiesRange(text, '>=0.0.0')]).toEqual([false, false]);
  });

  it.each([
    ['1.2.3', '>=1.2.0 <2.0.0', true],
    ['2.0.0', '>=1.2.0 <2.0.0', false],
    ['1.9.9', '^1.2.0', true],
    ['2.0.0', '^1.2.0', false],
    ['1.1.9', '^1.2.0', false],
    ['0.2.9', '^0.2.3', true],
    ['0.3.0', '^0.2.3', false],
    ['0.0.3', '^0.0.3', true],
    ['0.0.4', '^0.0.3', false],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '1.2.3', false],
    ['1.2.3', 'latest', false],
  ])('%s in the range %s: %s', (version, range, expected) => {
    expect(satisfiesRange(version, range)).toBe(expected);
  });

  it('a range consists of versions', () => {
    expect(['>=1.0.0', '^1.0.0 <1.5.0', '1.0.0'].map(isVersionRange)).toEqual([true, true, true]);
    expect(['*', '>=1', '', '1.0.0 ||'].map(isVersionRange)).toEqual([false, false, false, false]);
  });
});

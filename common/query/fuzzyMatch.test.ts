/** Searches with typing errors. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countTypingErrors, filterFuzzyMatches } from './fuzzyMatch';

describe('countTypingErrors', () => {
  it.each([
    ['annual', 'Annual report', 0],
    ['report annual', 'Annual report', 0],
    ['anual', 'Annual report', 1],
    ['annaul', 'Annual report', 1],
    ['reprot', 'Annual report', 1],
    ['memebrs', 'Members', 1],
    ['permisions', 'Permissions', 1],
    ['pemrisison', 'Permissions', 2],
    ['anua', 'Annual report', 1],
    ['rose', 'Rosa', 1],
    ['产品', '春季产品发布', 0],
    ['产物', '春季产品发布', undefined],
    ['cat', 'Car', undefined],
    ['annual budget', 'Annual report', undefined],
    ['', 'anything', 0],
  ] as const)('%s in %s: %s', (search, text, errors) => {
    expect(countTypingErrors(search, text)).toBe(errors);
  });

  it('one changed character of a word of four or more is at most one error', () => {
    const word = fc.stringMatching(/^[a-z]{4,12}$/);
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('q', '7'), (text, at, letter) => {
        const index = at % text.length;
        const typed = text.slice(0, index) + letter + text.slice(index + 1);
        expect(countTypingErrors(typed, text) ?? 9).toBeLessThanOrEqual(1);
      }),
    );
  });
});

it('filterFuzzyMatches: leaves out what does not match, fewer errors first, in the given order otherwise', () => {
  const names = ['Member groups', 'Menbers', 'News', 'All members'];
  expect(filterFuzzyMatches(names, 'members', (name) => name)).toEqual(['All members', 'Member groups', 'Menbers']);
});

import { describe, expect, it } from '@jest/globals';
import { checkBannedWords, findBannedWords, type WordRules } from './bannedWords';

const rules = (baseline: WordRules['baseline'] = {}): WordRules => ({
  words: { 'nouns?': 'entity', journal: 'audit log' },
  exceptions: { journal_mode: 'SQLite’s own term', '`[^`]*`': 'code' },
  baseline,
});
const find = (path: string, source: string) => findBannedWords(new Map([[path, source]]), rules());

describe('findBannedWords', () => {
  it('reads comments and test titles, but no code and no other strings', () => {
    const source = [
      'const noun = "a noun";',
      '/** Every noun. */',
      'const pattern = /\\/\\/ noun/; // the Nouns',
      'it.each([1])("writes the journal", () => {});',
      '  const text = <p>a noun // noun</p>;',
    ].join('\n');
    expect(find('client/a.tsx', source).map(({ line, word }) => [line, word])).toEqual([
      [2, 'noun'],
      [3, 'Nouns'],
      [4, 'journal'],
    ]);
  });

  it('reads documents without their code', () => {
    const found = find('README.md', 'A noun.\n```\nnoun\n```\nThe `noun` of a journal.');
    expect(found.map(({ line, use }) => [line, use])).toEqual([
      [1, 'entity'],
      [5, 'audit log'],
    ]);
  });

  it('accepts a word in an allowed context', () => {
    expect(find('server/a.ts', '// journal_mode is WAL, pronouns are fine')).toEqual([]);
  });
});

describe('checkBannedWords', () => {
  const files = new Map([['common/a.ts', '// a noun, a noun']]);

  it('fails when a folder has more findings than its baseline', () => {
    expect(checkBannedWords(files, rules({ common: 1 })).problems).toEqual([
      'common/a.ts:1: “noun”, write: entity',
      'common/a.ts:1: “noun”, write: entity',
      'common: 2 banned words, 1 are allowed',
    ]);
  });

  it('passes at the baseline, and asks to lower it when there are fewer', () => {
    expect(checkBannedWords(files, rules({ common: 2 }))).toEqual({ problems: [], notes: [] });
    expect(checkBannedWords(files, rules({ common: 3 })).notes).toHaveLength(1);
  });
});

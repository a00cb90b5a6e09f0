import { describe, expect, it } from '@jest/globals';
import { checkSubjects, listNewSubjects } from './commitSubjects';

describe('checkSubjects', () => {
  it('refuses subjects over 72 characters, counted as people see them', () => {
    expect(checkSubjects(['a'.repeat(72), '😀'.repeat(72), `Merge ${'a'.repeat(80)}`])).toEqual([]);
    expect(checkSubjects([`fix: ${'a'.repeat(68)}`])).toEqual([expect.stringContaining('has 73 characters')]);
  });
});

describe('listNewSubjects', () => {
  it('reads the commits after the base', () => {
    const git = (...args: string[]) =>
      args[0] === 'merge-base' ? '' : args.at(-1)?.endsWith('..HEAD') ? 'b\na\n' : 'x';
    expect(listNewSubjects(git)).toEqual(['b', 'a']);
  });

  it('reads the newest commit when the clone is too shallow to hold the base', () => {
    expect(
      listNewSubjects((...args) => (args[0] === 'merge-base' ? undefined : args.at(-1) === '-1' ? 'a\n' : 'x')),
    ).toEqual(['a']);
  });

  it('is empty without a repository', () => {
    expect(listNewSubjects(() => undefined)).toEqual([]);
  });
});

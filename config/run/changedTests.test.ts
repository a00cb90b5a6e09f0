import { describe, expect, it } from '@jest/globals';
import { changedFiles, findAffectedTests } from './changedTests.mjs';

describe('findAffectedTests', () => {
  it('server source: related tests only', () => {
    expect(findAffectedTests(['server/live/liveHub.ts', 'README.md'])).toEqual({
      all: false,
      files: ['server/live/liveHub.ts'],
      clientJourneys: false,
    });
  });

  it('client and common source: the tests in the browser as well, because they load the build', () => {
    expect(findAffectedTests(['client/ui/EmptyState.tsx']).clientJourneys).toBe(true);
    expect(findAffectedTests(['common/text/dates.ts']).clientJourneys).toBe(true);
    expect(findAffectedTests(['client/ui/EmptyState.test.tsx', 'client/journeys/lists.test.ts']).clientJourneys).toBe(
      false,
    );
  });

  it('packages and the test environment: every test', () => {
    expect(
      ['package-lock.json', 'jest.config.ts', 'config/jest/domSetup.ts'].map((path) => findAffectedTests([path]).all),
    ).toEqual([true, true, true]);
    expect(findAffectedTests(['config/env.ts', 'config/run/results.test.ts']).all).toBe(false);
  });
});

describe('changedFiles', () => {
  const git =
    (responses: Readonly<Record<string, string>>) =>
    (...args: string[]) =>
      responses[args.join(' ')] ?? responses[args[0] ?? ''];

  it('lists committed, uncommitted and new files once, without deleted ones', () => {
    const responses = {
      'merge-base HEAD main': 'abc\n',
      diff: 'package.json\nconfig/env.ts\n',
      'ls-files': 'config/env.ts\nno/such/file.ts\n',
    };
    expect(changedFiles(git(responses))).toEqual(['package.json', 'config/env.ts']);
  });

  it('is undefined without a main branch', () => {
    expect(changedFiles(git({}))).toBeUndefined();
  });
});

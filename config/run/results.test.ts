/** Results are counted test by test; files of a second run count there only. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedFiles, readCounts } from './results.mjs';

const FILES = [
  { name: '/a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'pending' }] },
  { name: '/b.test.ts', status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
  { name: '/unreadable.test.ts', status: 'failed', assertionResults: [] },
];

describe('the results of a run', () => {
  let folder: string;
  let results: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-results-'));
    results = join(folder, 'test.json');
    writeFileSync(results, JSON.stringify({ testResults: FILES }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('count tests, and a file that could not be read as one failure', () => {
    expect(readCounts(results)).toEqual({ passed: 2, failed: 2, skipped: 1 });
  });

  it('the results leave out the files that ran again', () => {
    expect(failedFiles(results)).toEqual(['/b.test.ts', '/unreadable.test.ts']);
    expect(readCounts(results, failedFiles(results))).toEqual({ passed: 1, failed: 0, skipped: 1 });
  });

  it('count as a failure when the run wrote none', () => {
    expect(readCounts(join(folder, 'missing.json'))).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

/** Files are begun in the order of what they take, and what is known of them is known of files that are there. */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = process.cwd();
const weights = JSON.parse(readFileSync(join(ROOT, 'config/jest/weights.json'), 'utf8')) as Record<string, number>;

describe('the order of the test files', () => {
  it('knows only files that exist', () => {
    expect(Object.keys(weights).filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

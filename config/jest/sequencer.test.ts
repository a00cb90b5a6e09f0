/** The list of known test times. */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = process.cwd();
const weights = JSON.parse(readFileSync(join(ROOT, 'config/jest/weights.json'), 'utf8')) as Record<string, number>;

describe('weights.json', () => {
  it('names only test files that exist', () => {
    expect(Object.keys(weights).filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

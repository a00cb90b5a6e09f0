/** Chooses the database of a suite whose statements all come from the engine, which has tests of its own on both. */
import { relative } from 'node:path';
import { expect } from '@jest/globals';
import { sampleByTitle } from './sampleByTitle';
import { testDialects } from './testServer';

/** One dialect, drawn by the seed and the path of the test file; all dialects in full runs. For `describe.each`. */
export const sampleDialects = (): ReturnType<typeof testDialects> =>
  sampleByTitle(relative(process.cwd(), expect.getState().testPath ?? ''), testDialects());

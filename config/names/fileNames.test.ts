import { describe, expect, it } from '@jest/globals';
import { checkFileNames, findUnusedExceptions } from './fileNames';

const check = (path: string, source: string) => checkFileNames(new Map([[path, source]]));

describe('checkFileNames', () => {
  it.each([
    ['server/live/createPollLoop.ts', 'export function createPollLoop() {}'],
    ['server/live/pollLoop.ts', 'export const createPollLoop = () => {};'],
    ['server/live/Pollloop.ts', 'export const POLL_LOOP = 1;'],
    ['server/live/sendCode.ts', 'export const createCodeSender = 1;'],
    ['server/live/timing.ts', 'export const a = 1; export interface Timing {}'],
    ['server/live/references.ts', 'export const readReference = 1; export const other = 2;'],
    ['server/live/entryTypes.ts', 'export type { EntryType } from "./x";'],
    ['server/main.ts', 'start();'],
    ['server/modules/news/routes.ts', 'export const registerNewsRoutes = 1;'],
    ['server/live/anything.test.ts', 'export const x = 1;'],
  ])('accepts %s', (path, source) => {
    expect(check(path, source)).toEqual([]);
  });

  it('refuses a file whose single export has another name', () => {
    expect(check('server/live/kit.ts', 'export const services = 1;')).toEqual([
      'server/live/kit.ts: exports only services, which its name does not say',
    ]);
  });

  it('refuses a file that shares no word with its exports', () => {
    expect(check('client/ui/board.ts', 'export const grid = 1;\nexport { cells } from "./cells";')).toEqual([
      'client/ui/board.ts: its name shares no word with its exports grid, cells',
    ]);
  });
});

describe('findUnusedExceptions', () => {
  it('reports an exception that matches no file', () => {
    const unused = findUnusedExceptions(new Map([['client/ui/index.ts', '']]));
    expect(unused).toContainEqual(expect.stringContaining('a topic'));
    expect(unused).not.toContainEqual(expect.stringContaining('a table of its folder'));
  });
});

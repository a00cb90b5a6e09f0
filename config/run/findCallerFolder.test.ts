/** The folder that relative paths of the command line belong to. */
import { expect, it } from '@jest/globals';
import { findCallerFolder } from './findCallerFolder.mjs';

const root = '/product';

it.each([
  ['npm in the folder of the product', { cwd: root, env: { INIT_CWD: root } }, root],
  ['npm in another folder', { cwd: root, env: { INIT_CWD: '/home/ann/shop' } }, '/home/ann/shop'],
  ['node in the folder of the product', { cwd: root, env: {} }, root],
  ['node in another folder, below a run of npm', { cwd: '/tmp/ci', env: { INIT_CWD: root } }, '/tmp/ci'],
])('%s', (_start, { cwd, env }, folder) => {
  expect(findCallerFolder({ cwd, root, env })).toBe(folder);
});

/** npm packages in the hook process: the forms that load, and what they cannot reach. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startHookProcess, type HookProcess } from './hookProcess';

const FILES: Readonly<Record<string, string | object>> = {
  'old/package.json': { name: 'old', version: '1.0.0', main: 'lib/main' },
  'old/lib/main.js':
    "const { twice } = require('./twice'); const { unit } = require('../data.json'); exports.double = (n) => twice(n) + unit; exports.deep = require('deep').name;",
  'old/lib/twice.js': 'module.exports = { twice: (n) => n * 2 };',
  'old/data.json': { unit: ' cm' },
  'old/node_modules/deep/package.json': { name: 'deep', version: '2.0.0' },
  'old/node_modules/deep/index.js': "exports.name = 'deep 2';",
  'deep/package.json': { name: 'deep', version: '1.0.0' },
  'deep/index.js': "exports.name = 'deep 1';",
  '@scope/new/package.json': {
    name: '@scope/new',
    version: '1.0.0',
    type: 'module',
    imports: { '#part': './src/part.js' },
    exports: { '.': { import: './src/index.js', require: './never.cjs' }, './words/*': './src/words/*.js' },
  },
  '@scope/new/src/index.js':
    "import { part } from '#part'; import old from 'old'; export const all = () => [part, old.double(4)];",
  '@scope/new/src/part.js':
    "import { all } from './index.js'; export const part = 'part'; export const later = () => all();",
  '@scope/new/src/words/hello.js': "export default 'hello';",
  'nosy/package.json': { name: 'nosy', version: '1.0.0' },
  'nosy/index.js': `
    const attempt = (work) => { try { return String(work()); } catch (error) {
      try { return error.constructor.constructor('return process')().pid > 0 ? 'escaped' : ''; } catch (_) { return 'refused'; }
    } };
    exports.found = [
      typeof process, typeof Buffer, typeof setTimeout,
      attempt(() => require('node:fs')), attempt(() => require('fs')), attempt(() => require('../../outside.js')),
      attempt(() => require('/etc/hostname')), attempt(() => require('linked')),
      attempt(() => require.constructor('return process')()), attempt(() => module.constructor.constructor('return process')()),
      attempt(() => eval('1')),
    ];`,
  'linked/package.json': { name: 'linked', version: '1.0.0', main: 'out.js' },
  'endless/package.json': { name: 'endless', version: '1.0.0' },
  'endless/index.js': 'throw new Error("not today");',
};

describe('npm packages in the hook process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dependencies-'));
  const started: HookProcess[] = [];
  beforeAll(() => {
    for (const [path, content] of Object.entries(FILES)) {
      const file = join(folder, 'node_modules', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    }
    symlinkSync('/etc/hostname', join(folder, 'node_modules/linked/out.js'));
  });
  afterEach(async () => {
    for (const one of started.splice(0)) await one.end('the test is over');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (source: string, names: readonly string[]): Promise<unknown> => {
    const hooks = startHookProcess({
      source,
      dependencies: { folder, names },
      handleRequest: () => Promise.resolve(null),
      onLog: () => undefined,
    });
    started.push(hooks);
    await hooks.ready;
    return hooks.call({ kind: 'before', entity: 'note', event: {} }, 5_000);
  };
  const hook = (imports: string, value: string) => `${imports}; export const before = { note: () => ${value} };`;

  it('loads CommonJS, JSON and ES modules, each package with the versions of its own folder', async () => {
    const imports = [
      "import old, { deep } from 'old'; import { all } from '@scope/new'",
      "import hello from '@scope/new/words/hello'; import { name } from 'deep'",
    ].join(';');
    expect(
      await run(hook(imports, '[old.double(2), deep, name, all(), hello]'), ['old', 'deep', '@scope/new']),
    ).toEqual([...['4 cm', 'deep 2', 'deep 1', ['part', '8 cm'], 'hello']]);
  });

  it('refuses packages that the manifest does not name, paths that the package does not export, and everything else', async () => {
    for (const name of ['deep', 'node:fs', 'fs', './module.json', '/etc/hostname', '@scope/new/src/part.js', 'missing'])
      await expect(run(hook(`import * as one from '${name}'`, '1'), ['old', '@scope/new', 'missing'])).rejects.toThrow(
        `imports are not possible: ${name}`,
      );
  });

  it('a package reaches no process, no built-in module and no file outside of the folder', async () => {
    const found = (await run(hook("import { found } from 'nosy'", 'found'), ['nosy'])) as readonly string[];
    expect(found.slice(0, 3)).toEqual(['undefined', 'undefined', 'undefined']);
    expect(found.slice(3)).toEqual(Array.from({ length: 8 }, () => 'refused'));
  });

  it('a package that fails when it is loaded breaks the hooks with its message', async () => {
    await expect(run(hook("import 'endless'", '1'), ['endless'])).rejects.toThrow('not today');
  });
});

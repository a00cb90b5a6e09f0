/** The chunks of a first load: few files, and no module of another page. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
/** The static and dynamic imports of each module. Two pages, `admin` and `member`, as in the client. */
const MODULES: Readonly<Record<string, { readonly now?: readonly string[]; readonly later?: readonly string[] }>> = {
  admin: { now: ['store', 'menu', 'theme', 'sidebar'], later: ['list', 'chart'] },
  member: { now: ['store', 'theme'], later: ['menu', 'profile'] },
  store: { now: ['/node_modules/react'] },
  theme: { now: ['/node_modules/react'] },
  sidebar: { now: ['menu', 'store'] },
  list: { now: ['sidebar', 'table'] },
  chart: { now: ['table'] },
  profile: { now: ['store'] },
  menu: {},
  table: {},
  '/node_modules/react': {},
};
/** Runs in its own process: the bundler does not recognize the regular expressions of a Jest environment. */
const BUILD = `
import { build } from 'vite';
import { initialChunks } from ${JSON.stringify(pathToFileURL(join(root, 'config/run/initialChunks.mjs')).href)};
const modules = ${JSON.stringify(MODULES)};
const codeOf = (id, { now = [], later = [] }) => [
  ...now.map((name) => \`import \${JSON.stringify(name)};\`),
  ...later.map((name) => \`void import(\${JSON.stringify(name)});\`),
  \`console.log(\${JSON.stringify(id)});\`,
].join('\\n');
const pages = ['admin', 'member'];
const { output } = await build({
  root: ${JSON.stringify(root)},
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'error',
  plugins: [{
    name: 'modules',
    enforce: 'pre',
    resolveId: (id) => (id in modules ? id : undefined),
    load: (id) => (id in modules ? codeOf(id, modules[id]) : undefined),
  }],
  build: {
    write: false,
    modulePreload: false,
    rolldownOptions: { input: pages, output: { codeSplitting: { groups: initialChunks(pages) } } },
  },
});
const chunks = output.filter(({ type }) => type === 'chunk');
process.stdout.write(JSON.stringify(chunks.map(({ fileName, imports, modules }) =>
  ({ fileName, imports, ids: Object.keys(modules).filter((id) => !id.startsWith('\\0')) }))));`;

interface Chunk {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly ids: readonly string[];
}
let chunks: readonly Chunk[] = [];
/** The modules of each file that a page or a lazy module needs at once. */
function getFiles(id: string): (readonly string[])[] {
  const files = new Set(chunks.filter(({ ids }) => ids.includes(id)));
  // A set that grows is walked to its new end.
  for (const { imports } of files)
    for (const next of chunks.filter(({ fileName }) => imports.includes(fileName))) files.add(next);
  return [...files].map(({ ids }) => [...ids].sort()).filter(({ length }) => length > 0);
}

describe('the chunks of a first load', () => {
  beforeAll(() => {
    const args = ['--input-type=module', '-e', BUILD];
    // Printed by the program above.
    chunks = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })) as readonly Chunk[];
  }, 60_000);

  it('join the modules of a page by the pages that load them first and later', () => {
    expect(getFiles('admin').sort()).toEqual([
      ['/node_modules/react'],
      ['admin', 'sidebar'],
      ['menu'],
      ['store', 'theme'],
    ]);
  });

  it('bring no module that only another page needs', () => {
    expect(getFiles('member').sort()).toEqual([['/node_modules/react'], ['member'], ['store', 'theme']]);
    expect(getFiles('menu')).toEqual([['menu']]);
  });

  it('leave modules that no page loads first to the bundler', () => {
    expect(getFiles('chart').sort()).toEqual([['chart'], ['table']]);
  });
});

/**
 * Builds the public site: `render.mjs` renders pages on the server, `public/assets` holds the browser's script under names with a hash of
 * its content, `site.json` names the script and contains the styles.
 */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './prepare.mjs';

/** @param {string} outdir */
export async function buildSite(outdir) {
  const [styles, scripts] = await Promise.all([buildStyles(), buildScripts(outdir), buildRenderer(outdir)]);
  await writeFile(join(outdir, 'site.json'), JSON.stringify({ ...scripts, styles }));
}

const shared = /** @type {const} */ ({ absWorkingDir: root, bundle: true, logLevel: 'warning', jsx: 'automatic' });
const production = { 'process.env.NODE_ENV': '"production"' };

/** Everything is in the bundle: production installs no package of the client. @param {string} outdir */
const buildRenderer = (outdir) =>
  build({
    ...shared,
    entryPoints: { render: 'client/site/render.tsx' },
    outdir,
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    define: production,
    banner: {
      js: "import { createRequire as createSiteRequire } from 'node:module'; const require = createSiteRequire(import.meta.url);",
    },
  });

async function buildStyles() {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: ['client/site/site.css'],
    minify: true,
    write: false,
    target: ['chrome111', 'firefox113', 'safari16.4'],
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** Returns the addresses of the scripts, and of the modules that they import. @param {string} outdir */
async function buildScripts(outdir) {
  const assets = join(outdir, 'public/assets');
  const { metafile } = await build({
    ...shared,
    entryPoints: { site: 'client/site/browser/main.ts', preview: 'client/site/browser/previewPage.ts' },
    outdir: assets,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    platform: 'browser',
    format: 'esm',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    minify: true,
    metafile: true,
    define: production,
  });
  await compressAll(assets);
  /** @param {string} source */
  const addressOf = (source) => {
    const built = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(source));
    return `/assets/${basename(built?.[0] ?? '')}`;
  };
  const script = addressOf('main.ts');
  return { script, previewScript: addressOf('previewPage.ts'), ...listModules(metafile, script) };
}

/**
 * The modules that a script imports at once, and those that it imports later.
 * @param {import('esbuild').Metafile} metafile @param {string} script
 */
function listModules({ outputs }, script) {
  const importsByAddress = new Map(
    Object.entries(outputs).map(([path, { imports }]) => [`/assets/${basename(path)}`, imports]),
  );
  /** @param {string} address @param {readonly string[]} kinds @param {Set<string>} [found] @returns {Set<string>} */
  const collect = (address, kinds, found = new Set()) => {
    for (const { path, kind } of importsByAddress.get(address) ?? []) {
      const imported = `/assets/${basename(path)}`;
      if (!kinds.includes(kind) || found.has(imported)) continue;
      found.add(imported);
      collect(imported, kinds, found);
    }
    return found;
  };
  const modules = collect(script, ['import-statement']);
  const all = collect(script, ['import-statement', 'dynamic-import']);
  return { modules: [...modules], laterModules: [...all].filter((address) => !modules.has(address)) };
}

/** Writes `x.br` and `x.gz` beside every file, so that the server compresses none. @param {string} folder */
async function compressAll(folder) {
  await mkdir(folder, { recursive: true });
  const quality = process.env['QUICK_BUILD'] === '1' ? 1 : 11;
  for (const name of await readdir(folder)) {
    const content = await readFile(join(folder, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content, { params }));
    await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
  }
}

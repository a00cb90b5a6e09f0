/** Builds the browser entries with immutable names, a manifest, and every text asset already compressed. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { entityLabels } from './run/entityLabels.mjs';
import { initialChunks } from './run/initialChunks.mjs';
import { prefetchManifest } from './run/prefetchManifest.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const entries = ['admin.html', 'member.html'].map((name) => join(root, 'client', name));

export default defineConfig({
  root: join(root, 'client'),
  base: '/',
  cacheDir: join(root, '.cache/vite'),
  publicDir: existsSync(join(root, 'client/public')) ? 'public' : false,
  envDir: false,
  plugins: [react(), entityLabels(root), prefetchManifest(), compressed()],
  server: { fs: { allow: [root] } },
  build: {
    outDir: join(root, '.build/client'),
    emptyOutDir: true,
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: entries,
      output: {
        // The entry lists the files of all chunks: without names, and with the shortest hash for this many chunks, it is 2 KB smaller.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: { groups: initialChunks(entries) },
      },
    },
  },
});

const text = /\.(m?js|css|html|svg|json|txt|webmanifest)$/;
const smallest = 1024;
/** A build that is thrown away does not need the best compression, which takes a minute. */
const [brotli, zip] = process.env['QUICK_BUILD'] === '1' ? [1, 1] : [11, 9];

/** Writes `x.br` and `x.gz` beside every text asset that gains by it, so the server never compresses one twice. */
function compressed(): Plugin {
  return {
    name: 'atrium-compressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const files = Object.keys(bundle).filter((file) => text.test(file));
      await Promise.all(files.map((file) => compress(join(dir, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < smallest) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotli, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: zip }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

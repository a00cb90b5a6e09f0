/**
 * Plays one order of the model-based proof: `node config/run/proof.mjs '{"dialect":"sqlite","runs":20,…}'`. The program is
 * bundled anew, with the order's `patches` applied to its sources: so a bug can be planted without a line for it in the product.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { root } from './prepare.mjs';

/** @typedef {{ readonly file: string, readonly find: string, readonly replace: string }} Patch */

process.chdir(root);
const order = process.argv[2] ?? '{}';
/** @type {readonly Patch[]} */
const patches = JSON.parse(order).patches ?? [];
const out = join(root, '.build', 'proof', String(process.pid));
/** @type {Set<Patch>} */
const applied = new Set();

await bundle(['client/proof/run.ts'], out, { jsx: 'automatic', plugins: patches.length > 0 ? [planting()] : [] });
const missing = patches.filter((patch) => !applied.has(patch));
if (missing.length > 0) throw new Error(`not part of the program: ${missing.map(({ file }) => file).join(', ')}`);
process.on('exit', () => rmSync(out, { recursive: true, force: true }));
await import(pathToFileURL(join(out, 'run.mjs')).href);

/** @returns {import('esbuild').Plugin} */
function planting() {
  return {
    name: 'planting',
    setup: (build) => {
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const mine = patches.filter(({ file }) => file === relative(root, path));
        if (mine.length === 0) return undefined;
        return { contents: mine.reduce(plant, readFileSync(path, 'utf8')), loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/** @param {string} source @param {Patch} patch */
function plant(source, patch) {
  const parts = source.split(patch.find);
  if (parts.length !== 2) throw new Error(`${patch.file} holds ${parts.length - 1} times: ${patch.find}`);
  applied.add(patch);
  return parts.join(patch.replace);
}

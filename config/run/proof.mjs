/**
 * Runs the model-based test once: `node config/run/proof.mjs '{"dialect":"sqlite","runs":20,…}'`. Bundles the program first and
 * applies the `edits` of the argument to the sources in memory. Mutation tests use this; no mutant is part of the source files.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { root } from './prepare.mjs';

/** @typedef {import('../../client/proof/mutants/syntax.js').SourceEdit} SourceEdit */

process.chdir(root);
const options = process.argv[2] ?? '{}';
/** @type {readonly SourceEdit[]} */
const edits = JSON.parse(options).edits ?? [];
const out = join(root, '.build', 'proof', String(process.pid));
/** @type {Set<SourceEdit>} */
const applied = new Set();

await bundle(['client/proof/run.ts'], out, { jsx: 'automatic', plugins: edits.length > 0 ? [applyEdits()] : [] });
const missing = edits.filter((edit) => !applied.has(edit));
if (missing.length > 0) throw new Error(`not part of the program: ${missing.map(({ file }) => file).join(', ')}`);
process.on('exit', () => rmSync(out, { recursive: true, force: true }));
await import(pathToFileURL(join(out, 'run.mjs')).href);

/** @returns {import('esbuild').Plugin} */
function applyEdits() {
  return {
    name: 'apply edits',
    setup: (build) => {
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const edit = edits.find(({ file }) => file === relative(root, path));
        if (edit === undefined) return undefined;
        applied.add(edit);
        const source = readFileSync(path, 'utf8');
        const contents = source.slice(0, edit.start) + edit.text + source.slice(edit.end);
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

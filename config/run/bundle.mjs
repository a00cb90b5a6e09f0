/** Bundles programs of the server: packages stay outside, production installs them without the development ones. */
import { root } from './prepare.mjs';

/** @param {string[]} entryPoints @param {string} outdir @param {import('esbuild').BuildOptions} [more] */
export async function bundle(entryPoints, outdir, more = {}) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
    ...more,
  });
}

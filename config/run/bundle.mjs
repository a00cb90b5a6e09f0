/** Bundles server programs with esbuild. npm packages are not part of the bundle; production installs them without the development packages. */
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

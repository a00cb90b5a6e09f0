/** Builds one part beside its old self and swaps it in: `node config/run/build.mjs [server|client]`. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, stampOf } from './prepare.mjs';

// Client bundles are production builds whoever starts them.
process.env['NODE_ENV'] = 'production';

const builders = { server: buildServer, client: buildClient };

for (const part of namedParts(process.argv[2])) {
  const out = join(root, '.build', part);
  const next = `${out}.${process.pid}.next`;
  const stamp = stampOf(part);
  try {
    await builders[part](next);
    writeFileSync(join(next, '.stamp'), stamp);
    rmSync(out, { recursive: true, force: true });
    renameSync(next, out);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** @param {string | undefined} name @returns {readonly ('server' | 'client')[]} */
function namedParts(name) {
  if (name === 'server' || name === 'client') return [name];
  return ['server', 'client'];
}

/** Packages stay outside the bundle: production installs them without the development ones. @param {string} outdir */
async function buildServer(outdir) {
  const { build } = await import('esbuild');
  const entryPoints = ['server/main.ts', 'server/cli.ts'].filter((file) => existsSync(join(root, file)));
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
  });
}

/** @param {string} outDir */
async function buildClient(outDir) {
  const { build } = await import('vite');
  await build({
    configFile: join(root, 'config/vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}

/** Builds one part beside its old self and swaps it in: `node config/run/build.mjs [server|client]`. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
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

/** @param {string} outdir */
function buildServer(outdir) {
  const programs = ['server/main.ts', 'server/cli.ts'].filter((file) => existsSync(join(root, file)));
  return bundle(programs, outdir);
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

/** Builds the server, the client or the public site into a new folder, which then replaces the old build: `node config/run/build.mjs [server|client|site]`. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite } from './buildSite.mjs';
import { bundle } from './bundle.mjs';
import { root, computeSourceHash } from './prepare.mjs';

// Client bundles are always production builds.
process.env['NODE_ENV'] = 'production';

/**
 * Packages of plain JavaScript that the bundle contains: loading their two thousand files one by one takes most of the start time.
 * Packages with native modules or data files are not bundled.
 */
const BUNDLED = new Set([
  '@simplewebauthn/server',
  '@tiptap/pm',
  '@tiptap/y-tiptap',
  '@vant/area-data',
  'aws4fetch',
  'compression',
  'express',
  'fflate',
  'file-type',
  'htmlparser2',
  'isbot',
  'lib0',
  'multer',
  'nodemailer',
  'otplib',
  'sanitize-html',
  'sequelize',
  'socket.io',
  'y-protocols',
  'yjs',
  'zod',
]);
/** Optional dependencies of bundled packages that are not installed: drivers of other databases, and native accelerators. */
const OPTIONAL = [
  'bufferutil',
  'ibm_db',
  'mysql2',
  'oracledb',
  'pg',
  'pg-hstore',
  'snowflake-sdk',
  'sqlite3',
  'tedious',
  'utf-8-validate',
];
/** Defines `require` in the bundle: CommonJS packages load the built-in modules of Node.js with it. */
const REQUIRE = `import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);`;

const builders = { server: buildServer, client: buildClient, site: buildSite };

for (const part of namedParts(process.argv[2])) {
  const out = join(root, '.build', part);
  const next = `${out}.${process.pid}.next`;
  const stamp = computeSourceHash(part);
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

/** @param {string | undefined} name @returns {readonly ('server' | 'client' | 'site')[]} */
function namedParts(name) {
  if (name === 'server' || name === 'client' || name === 'site') return [name];
  return ['server', 'client', 'site'];
}

/** @param {string} outdir */
function buildServer(outdir) {
  const programs = ['server/main.ts', 'server/cli.ts'].filter((file) => existsSync(join(root, file)));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const outside = Object.keys(dependencies).filter((name) => !BUNDLED.has(name));
  return bundle(programs, outdir, {
    packages: 'bundle',
    external: [...outside, ...OPTIONAL],
    banner: { js: REQUIRE },
    sourcesContent: false,
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

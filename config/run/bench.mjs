/** `npm run bench [name…]`: measures the bundled server with production settings; starts its own MariaDB if MariaDB is installed. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import setUpDatabase from '../jest/globalSetup.mjs';
import tearDownDatabase from '../jest/globalTeardown.mjs';
import { bundle } from './bundle.mjs';
import { prepare, root } from './prepare.mjs';

process.chdir(root);
// In development mode Express and others do additional work.
process.env['NODE_ENV'] ??= 'production';
const out = join(root, '.build', 'bench');
const client = ['client/proof/measureFrames.ts', 'client/proof/measureSitePages.ts'];
await bundle(
  ['server/bench/main.ts', 'server/bench/loadGenerator.ts', 'server/bench/draftLoadGenerator.ts', ...client],
  out,
  {
    outbase: root,
  },
);
// One of the benchmarks starts the built server.
await prepare(['server', 'site'], { dev: true });
await setUpDatabase();
try {
  await import(pathToFileURL(join(out, 'server/bench/main.mjs')).href);
} finally {
  await tearDownDatabase();
}

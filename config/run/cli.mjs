/** Runs the server's command line, for `npm run migrate` and similar scripts; builds the server first if its sources have changed. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { findCallerFolder } from './findCallerFolder.mjs';
import { prepare, root } from './prepare.mjs';

process.env['INIT_CWD'] = findCallerFolder({ cwd: process.cwd(), root, env: process.env });
process.chdir(root);
await prepare(['server']);
const entry = join(root, '.build/server/cli.mjs');
process.argv.splice(1, 1, entry);
await import(pathToFileURL(entry).href);

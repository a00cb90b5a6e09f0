/** `npm run migrate` and its sisters: builds a stale server, then runs its command line with the arguments given. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

process.chdir(root);
await prepare(['server']);
const entry = join(root, '.build/server/cli.mjs');
process.argv.splice(1, 1, entry);
await import(pathToFileURL(entry).href);

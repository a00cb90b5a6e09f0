/** `npm start`: prepares what is missing or stale, then becomes the server, so signals, exit code and output are its own. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

process.chdir(root);
try {
  await prepare();
} catch (error) {
  process.stderr.write(`Atrium could not be prepared: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
await import(pathToFileURL(join(root, '.build/server/main.mjs')).href);

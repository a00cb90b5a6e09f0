/** `npm start`: installs and builds if necessary, then runs the server in this process, so that signals, exit code and output are those of the server. */
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
followParent();
await import(pathToFileURL(join(root, '.build/server/main.mjs')).href);

/** Closes the server, as on SIGTERM, when the parent process npm was killed: npm does not end its children. */
function followParent() {
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] !== 'start' || parent <= 1) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 100);
  watch.unref();
}

/** Starts a MariaDB server for tests, in a process that ends with this one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} MariadbProcess
 * @property {string} url `mariadb://user:password@127.0.0.1:port/`, without a database name.
 * @property {() => Promise<void>} restart Kills the server and starts it again on the same data; resolves when it accepts connections.
 * @property {() => Promise<void>} stop Kills the server; resolves when its folder is removed.
 */

/** @returns {Promise<MariadbProcess>} */
export async function startMariadb() {
  const script = join(dirname(fileURLToPath(import.meta.url)), 'mariadbProcess.mjs');
  // A separate process group: Ctrl-C at the terminal must reach it only through the closed pipe.
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const lines = createInterface({ input: child.stdout });
  const exited = once(child, 'exit');
  const nextLine = async () => {
    const failed = exited.then(([code]) => Promise.reject(new Error(`The MariaDB of the tests ended with ${code}.`)));
    failed.catch(() => undefined);
    const [line] = await Promise.race([once(lines, 'line'), failed]);
    return String(line);
  };
  const url = await nextLine();
  return {
    url,
    restart: async () => {
      child.stdin.write('restart\n');
      await nextLine();
    },
    stop: async () => {
      child.stdin.end();
      if (child.exitCode === null && child.signalCode === null) await exited;
    },
  };
}

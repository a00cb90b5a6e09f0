/** Lets the private MariaDB go by closing its keeper's pipe, waits until its folder is removed, and removes what the tests shared. */
import { rmSync } from 'node:fs';

/** @typedef {typeof globalThis & { atriumKeeper?: import('node:child_process').ChildProcess; atriumMade?: string[] }} Shared */

export default async function globalTeardown() {
  const { atriumKeeper: keeper, atriumMade: made = [] } = /** @type {Shared} */ (globalThis);
  if (keeper && keeper.exitCode === null && keeper.signalCode === null) {
    await new Promise((gone) => {
      keeper.once('exit', gone);
      keeper.stdin?.end();
    });
  }
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}

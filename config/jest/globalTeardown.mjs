/** Stops the run's MariaDB, waits until its folder is removed, and removes the folders that tests shared. */
import { rmSync } from 'node:fs';

/** @typedef {typeof globalThis & { atriumMariadb?: import('./startMariadb.mjs').MariadbProcess; atriumMade?: string[] }} Shared */

export default async function globalTeardown() {
  const { atriumMariadb: mariadb, atriumMade: made = [] } = /** @type {Shared} */ (globalThis);
  await mariadb?.stop();
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}

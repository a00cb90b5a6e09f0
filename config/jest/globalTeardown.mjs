/** Removes what the tests shared, lets the private MariaDB go by closing its keeper's pipe, and waits until its folder is removed. */
import { rmSync } from 'node:fs';

export default async function globalTeardown() {
  const kept = process.env['TEST_KEPT'];
  if (kept !== undefined) rmSync(kept, { recursive: true, force: true });
  const keeper = /** @type {typeof globalThis & { atriumKeeper?: import('node:child_process').ChildProcess }} */ (
    globalThis
  ).atriumKeeper;
  if (keeper && keeper.exitCode === null && keeper.signalCode === null) {
    await new Promise((gone) => {
      keeper.once('exit', gone);
      keeper.stdin?.end();
    });
  }
  const scratch = process.env['TEST_SCRATCH'];
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
}

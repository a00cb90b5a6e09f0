/** Lets the private MariaDB go by closing its keeper's pipe, and waits until its folder is removed. */

export default async function globalTeardown() {
  const keeper = /** @type {typeof globalThis & { atriumKeeper?: import('node:child_process').ChildProcess }} */ (
    globalThis
  ).atriumKeeper;
  if (!keeper || keeper.exitCode !== null || keeper.signalCode !== null) return;
  await new Promise((gone) => {
    keeper.once('exit', gone);
    keeper.stdin?.end();
  });
}

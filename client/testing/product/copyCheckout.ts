/** Copies the working tree to a second checkout that a test may change; both share the installed packages. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const COPIED = ['client', 'common', 'config', 'server', 'package.json', 'package-lock.json', '.npmrc'];

export interface Checkout {
  readonly root: string;
  /** Builds what is stale, as `npm start` does before it serves. */
  readonly build: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** Copies the checkout at `from` to a temporary folder. */
export async function copyCheckout(from: string): Promise<Checkout> {
  const root = await mkdtemp(join(tmpdir(), 'atrium-checkout-'));
  await Promise.all(COPIED.map((name) => cp(join(from, name), join(root, name), { recursive: true })));
  await symlink(join(from, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    build: async () => {
      await run(process.execPath, [join(root, 'config/run/build.mjs')], {
        cwd: root,
        env: { ...process.env, QUICK_BUILD: '1' },
      });
    },
    dispose: () => rm(root, { recursive: true, force: true }),
  };
}

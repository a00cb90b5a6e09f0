/** Runs the built product in its own process, with its own data folder and port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copySeededFolder } from './copySeededFolder';

export const ADMIN = { username: 'admin', password: 'Journey-2026' };
/** A first start seeds the database; hooks that wait for it have two minutes. */
const READY_WITHIN_MS = 110_000;

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** Everything the process printed so far. */
  readonly output: () => string;
  /** Ends the process with SIGKILL, as a power cut would. */
  readonly kill: () => Promise<void>;
  readonly pid: () => number | undefined;
  /** Pauses (`SIGSTOP`), continues (`SIGCONT`) or shuts down the process (`SIGTERM`). */
  readonly signal: (name: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM') => void;
  /** Starts it again on the same data and port. */
  readonly start: () => Promise<void>;
  /** Ends the process and removes the data folder. */
  readonly dispose: () => Promise<void>;
}
export interface ProductOptions {
  /** Folder of the checkout to run; default: the one under test. */
  readonly root?: string;
  readonly databaseUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** `env` does not change what a first start seeds, so that a seeded folder can be copied. */
  readonly filled?: boolean;
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}:\n${output()}`);
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await sleep(50);
  }
  throw new Error(`the product was not ready in time:\n${output()}`);
}

/** Starts the built server bundle of a checkout on a new, empty data folder. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const root = options.root ?? process.cwd();
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-journey-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let printed = '';
  let child: ChildProcess | undefined;

  const launch = async (folder: string) => {
    const started = spawn(process.execPath, [join(root, '.build/server/main.mjs')], {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: String(port),
        DATA_DIR: folder,
        ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'warn',
        ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
        ...options.env,
      },
    });
    started.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    started.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await untilReady(url, started, () => printed);
    return started;
  };
  const start = async () => {
    child = await launch(dataDir);
  };
  const kill = async () => {
    const ending = child;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await gone;
  };
  if (options.databaseUrl === undefined && (options.env === undefined || options.filled === true))
    await copySeededFolder(root, dataDir, launch);
  await start();
  return {
    url,
    dataDir,
    output: () => printed,
    kill,
    pid: () => (child?.exitCode === null && child.signalCode === null ? child.pid : undefined),
    signal: (name) => void child?.kill(name),
    start,
    dispose: async () => {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The built server as a separate process, for tests that kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { SUPER_ADMIN } from '../testServer';

export interface ServerProcessOptions {
  readonly dataDir: string;
  /** Default: SQLite in the data folder. */
  readonly database: string | undefined;
  /** `APP_KEYS`. */
  readonly keys: string;
}
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Milliseconds from the start of the process to its ready line. */
  readonly startupMs: number;
}

/** Starts the built server, as `npm start` does after the build, and waits until it is ready. */
export function startServerProcess({ dataDir, database, keys }: ServerProcessOptions): Promise<ServerProcess> {
  const startTime = performance.now();
  const child = spawn(process.execPath, [join(process.cwd(), '.build/server/main.mjs')], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      APP_KEYS: keys,
      ADMIN_USERNAME: SUPER_ADMIN.username,
      ADMIN_PASSWORD: SUPER_ADMIN.password,
      LOG_LEVEL: 'silent',
      ...(database === undefined ? {} : { DATABASE_URL: database }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /Atrium is ready at (\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve({ child, url, startupMs: performance.now() - startTime });
    });
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('exit', () => reject(new Error(`the server ended: ${output}`)));
  });
}

/** Ends a server with SIGKILL, as a power cut would. */
export const killServerProcess = ({ child }: ServerProcess): Promise<unknown> =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });

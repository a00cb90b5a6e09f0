/** The built server as a process of its own, for what only a killed process shows. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { SUPER } from './world';

export interface ServerPlace {
  readonly dataDir: string;
  /** SQLite in the data folder when absent. */
  readonly database: string | undefined;
  /** `APP_KEYS`. */
  readonly keys: string;
}
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** From the start of the process to the line that says it is ready, milliseconds. */
  readonly took: number;
}

/** Starts the built server, as `npm start` does once nothing has to be built, and waits until it is ready. */
export function startServer({ dataDir, database, keys }: ServerPlace): Promise<ServerProcess> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(process.cwd(), '.build/server/main.mjs')], {
    env: {
      ...{ PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, APP_KEYS: keys },
      ...{ ADMIN_USERNAME: SUPER.username, ADMIN_PASSWORD: SUPER.password, LOG_LEVEL: 'silent' },
      ...(database === undefined ? {} : { DATABASE_URL: database }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  return new Promise((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /Atrium is ready at (\S+)/.exec(said)?.[1];
      if (url !== undefined) done({ child, url, took: performance.now() - began });
    });
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('exit', () => fail(new Error(`the server ended: ${said}`)));
  });
}

/** Ends a server without a word to it, as a power cut does. */
export const killServer = ({ child }: ServerProcess): Promise<unknown> =>
  new Promise((done) => {
    child.once('exit', done);
    child.kill('SIGKILL');
  });

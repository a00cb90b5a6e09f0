/** Server processes on one database, for tests of shared drafts that kill them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { superAdmin, type Caller } from '../callers';
import { createMariadbDatabase } from '../database/mariadbDatabase';
import { startTestServer } from '../testServer';
import { bundleProgram } from './bundleProgram';

export interface DraftNode {
  readonly child: ChildProcess;
  readonly url: string;
  readonly admin: Caller;
}
export interface DraftNodes {
  /** The processes that run. */
  readonly running: readonly DraftNode[];
  /** `extraEnv`: environment variables of this process only. */
  readonly start: (extraEnv?: Readonly<Record<string, string>>) => Promise<DraftNode>;
  /** Also forgets a process that was killed already. */
  readonly kill: (node: DraftNode) => Promise<void>;
  /** Kills all processes and deletes the database. */
  readonly close: () => Promise<void>;
}

/** Makes the database and starts one node with SQLite, two with MariaDB. */
export async function startDraftNodes(database: 'sqlite' | 'mariadb'): Promise<DraftNodes> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-drafts-'));
  const program = await bundleProgram('server/testing/processes/draftServer.ts');
  const created = database === 'mariadb' ? await createMariadbDatabase() : undefined;
  const url = created?.url ?? `sqlite:${join(folder, 'atrium.sqlite')}`;
  const env = { DATABASE_URL: url, APP_KEYS: randomBytes(48).toString('base64url') };
  await (await startTestServer({ env, settings: { captcha: 'never' } })).close();
  const running: DraftNode[] = [];
  async function start(extraEnv = {}): Promise<DraftNode> {
    const child = spawn(process.execPath, [program, JSON.stringify({ ...env, ...extraEnv })], {
      env: { ...process.env, NODE_OPTIONS: '', TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [address] = (await once(child.stdout, 'data')) as [Buffer];
    const nodeUrl = address.toString().trim();
    const node = { child, url: nodeUrl, admin: await superAdmin({ url: nodeUrl }) };
    running.push(node);
    return node;
  }
  async function kill(node: DraftNode): Promise<void> {
    const ended = node.child.signalCode === null ? once(node.child, 'exit') : undefined;
    node.child.kill('SIGKILL');
    await ended;
    running.splice(running.indexOf(node), 1);
  }
  await start();
  if (database === 'mariadb') await start();
  return {
    running,
    start,
    kill,
    close: async () => {
      for (const node of [...running]) await kill(node);
      await created?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

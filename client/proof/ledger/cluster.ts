/** The systems under test: the built product on SQLite or MariaDB, as one process or two, with a way to crash it. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { openLedgerReader, type LedgerReader } from '../../../server/proof/ledgerReader';
import { testDatabases } from '../../../server/testing/database/testDatabase';
import { startCluster } from '../../testing/product/startCluster';
import { startMariadb } from '../../../config/jest/startMariadb.mjs';
import { ADMIN, startProduct, type Product } from '../../testing/product/startProduct';
import { createRequester } from './requester';
import type { Member } from './clients';

export interface ClusterKind {
  readonly name: string;
  readonly dialect: 'sqlite' | 'mariadb';
  readonly nodes: 1 | 2;
  /** The process that is killed while clients book. */
  readonly crashes: 'server' | 'database';
}
export interface LedgerCluster {
  readonly nodes: readonly string[];
  /** Kills the process with SIGKILL and starts it again on the same data. */
  readonly crash: () => Promise<void>;
  /** Stops the servers and opens their database. */
  readonly stopAndRead: () => Promise<LedgerReader>;
  /** Environment variables with which the CLI opens the same database. */
  readonly env: Readonly<Record<string, string>>;
  readonly dispose: () => Promise<void>;
}

export async function startLedgerCluster({ dialect, nodes, crashes }: ClusterKind): Promise<LedgerCluster> {
  if (dialect === 'sqlite') return startOnSqlite();
  if (crashes === 'database') return startOnOwnMariadb();
  return nodes === 2 ? startTwoNodes() : startOnMariadb();
}

const createKeys = () => randomBytes(32).toString('base64url');
/** Runs the CLI of the built server; returns its output and exit code. */
export async function runCli(env: LedgerCluster['env'], ...args: readonly string[]) {
  const command = [join(process.cwd(), '.build/server/cli.mjs'), ...args];
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'silent', ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

const createEnv = (keys: string) => ({ SEED: 'base', APP_KEYS: keys });
const restart = async (product: Product): Promise<void> => {
  await product.kill();
  await product.start();
};

async function startOnSqlite(): Promise<LedgerCluster> {
  const keys = createKeys();
  const product = await startProduct({ env: createEnv(keys) });
  return {
    nodes: [product.url],
    crash: () => restart(product),
    stopAndRead: async () => {
      await product.kill();
      return openLedgerReader(`sqlite:${product.dataDir}/atrium.sqlite`, keys);
    },
    env: { DATA_DIR: product.dataDir, APP_KEYS: keys },
    dispose: product.dispose,
  };
}

async function createDatabase() {
  const database = testDatabases().find((candidate) => candidate.dialect === 'mariadb');
  const address = await database?.address();
  if (database === undefined || address?.dialect !== 'mariadb') throw new Error('this proof requires MariaDB');
  const { user, password, host, port, database: name } = address;
  return { database, url: `mariadb://${user}:${encodeURIComponent(password)}@${host}:${port}/${name}` };
}

async function startOnMariadb(): Promise<LedgerCluster> {
  const keys = createKeys();
  const { database, url } = await createDatabase();
  const product = await startProduct({ databaseUrl: url, env: createEnv(keys) });
  return {
    nodes: [product.url],
    crash: () => restart(product),
    stopAndRead: async () => {
      await product.kill();
      return openLedgerReader(url, keys);
    },
    env: { DATA_DIR: product.dataDir, APP_KEYS: keys, DATABASE_URL: url },
    dispose: async () => {
      await product.dispose();
      await database.drop();
    },
  };
}

async function startOnOwnMariadb(): Promise<LedgerCluster> {
  const keys = createKeys();
  const database = await startMariadb();
  const url = `${database.url}atrium`;
  const product = await startProduct({ databaseUrl: url, env: createEnv(keys) });
  return {
    nodes: [product.url],
    crash: database.restart,
    stopAndRead: async () => {
      await product.kill();
      return openLedgerReader(url, keys);
    },
    env: { DATA_DIR: product.dataDir, APP_KEYS: keys, DATABASE_URL: url },
    dispose: async () => {
      await product.dispose();
      await database.stop();
    },
  };
}

async function startTwoNodes(): Promise<LedgerCluster> {
  const keys = createKeys();
  const cluster = await startCluster({ env: createEnv(keys) });
  const nodes = [cluster.first, cluster.second];
  let crashes = 0;
  return {
    nodes: nodes.map(({ url }) => url),
    crash: async () => {
      const node = nodes[crashes % nodes.length];
      crashes += 1;
      if (node) await restart(node);
    },
    stopAndRead: async () => {
      await Promise.all(nodes.map(({ kill }) => kill()));
      return openLedgerReader(cluster.databaseUrl, keys);
    },
    env: { DATA_DIR: cluster.first.dataDir, APP_KEYS: keys, DATABASE_URL: cluster.databaseUrl },
    dispose: cluster.dispose,
  };
}

type Send = ReturnType<typeof createRequester>['send'];
/** Removes the limits above which bookings require the password. */
async function removeLimits(send: Send, node: string, token: string): Promise<void> {
  const { data } = await send('GET', `${node}/admin/config/index?limit=100&quick_search=ledger_stepup`, {
    batoken: token,
  });
  const items = data['list'] as readonly { readonly id: number; readonly name: string }[];
  const limits = items.filter(({ name }) => name.startsWith('ledger_stepup_'));
  if (limits.length === 0) throw new Error('there is no limit to remove');
  for (const { id } of limits) {
    const saved = await send('POST', `${node}/admin/config/edit`, { batoken: token }, { id, value: null });
    if (saved.code !== 1) throw new Error(`the limit was not removed: ${saved.msg}`);
  }
}

const MEMBER_PASSWORD = 'calm-river-42';
const BATCH_SIZE = 20;

/** Creates members and signs in the first `signedIn` of them. */
export async function createMembers(node: string, count: number, signedIn: number): Promise<readonly Member[]> {
  const { send, close } = createRequester(4);
  try {
    const login = await send('POST', `${node}/admin/Index/login`, {}, ADMIN);
    const { token = '' } = (login.data['userInfo'] ?? {}) as { readonly token?: string };
    await removeLimits(send, node, token);
    const names = Array.from({ length: count }, (_, index) => `saver_${index}`);
    const ids: number[] = [];
    for (let index = 0; index < count; index += BATCH_SIZE) {
      const list = names
        .slice(index, index + BATCH_SIZE)
        .map((name) => ({ username: name, nickname: name, password: MEMBER_PASSWORD }));
      const added = await send('POST', `${node}/admin/user/batchAdd`, { batoken: token }, { list });
      if (added.code !== 1) throw new Error(`no members: ${added.msg} ${JSON.stringify(added.data)}`);
      ids.push(...(added.data['rows'] as readonly { readonly id: number }[]).map(({ id }) => id));
    }
    const members: Member[] = [];
    for (const [index, id] of ids.entries()) {
      if (index >= signedIn) {
        members.push({ id });
        continue;
      }
      const credentials = { tab: 'login', username: names[index], password: MEMBER_PASSWORD };
      const { data, msg } = await send('POST', `${node}/api/user/checkIn`, {}, credentials);
      const user = data['userInfo'] as { readonly token: string } | undefined;
      if (user === undefined) throw new Error(`a member could not sign in: ${msg}`);
      members.push({ id, token: user.token });
    }
    return members;
  } finally {
    close();
  }
}

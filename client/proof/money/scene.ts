/** Where the ledgers are proven: the built product on one of its databases, as one process or two, and what can strike it down. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { openLedgerReader, type LedgerReader } from '../../../server/proof/ledgerReader';
import { testDatabases } from '../../../server/testing/database/testDatabase';
import { startCluster } from '../../testing/product/startCluster';
import { startMariadb } from '../../../config/jest/startMariadb.mjs';
import { ADMIN, startProduct, type Product } from '../../testing/product/startProduct';
import { createAsking } from './ask';
import type { Member } from './hands';

export interface Kind {
  readonly name: string;
  readonly dialect: 'sqlite' | 'mariadb';
  readonly nodes: 1 | 2;
  /** What is killed while clients book. */
  readonly struck: 'server' | 'database';
}
export interface Scene {
  readonly nodes: readonly string[];
  /** Kills what is to be killed, as a power cut would, and starts it again on the same data. */
  readonly strike: () => Promise<void>;
  /** Ends the servers and opens what they left. */
  readonly books: () => Promise<LedgerReader>;
  /** What the command line needs to speak of the same books. */
  readonly env: Readonly<Record<string, string>>;
  readonly dispose: () => Promise<void>;
}

export async function openScene({ dialect, nodes, struck }: Kind): Promise<Scene> {
  if (dialect === 'sqlite') return onSqlite();
  if (struck === 'database') return onOwnMariadb();
  return nodes === 2 ? onTwoNodes() : onMariadb();
}

const keysOf = () => randomBytes(32).toString('base64url');
/** The command line beside the built server: what it said, and how it ended. */
export async function sayOnLine(env: Scene['env'], ...args: readonly string[]) {
  const line = [join(process.cwd(), '.build/server/cli.mjs'), ...args];
  const child = spawn(process.execPath, line, {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'silent', ...env },
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

const envOf = (keys: string) => ({ SEED: 'base', APP_KEYS: keys });
const again = async (product: Product): Promise<void> => {
  await product.kill();
  await product.start();
};

async function onSqlite(): Promise<Scene> {
  const keys = keysOf();
  const product = await startProduct({ env: envOf(keys) });
  return {
    nodes: [product.url],
    strike: () => again(product),
    books: async () => {
      await product.kill();
      return openLedgerReader(`sqlite:${product.dataDir}/atrium.sqlite`, keys);
    },
    env: { DATA_DIR: product.dataDir, APP_KEYS: keys },
    dispose: product.dispose,
  };
}

async function freshAddress() {
  const database = testDatabases().find((one) => one.dialect === 'mariadb');
  const address = await database?.address();
  if (database === undefined || address?.dialect !== 'mariadb') throw new Error('there is no MariaDB here');
  const { user, password, host, port, database: name } = address;
  return { database, url: `mariadb://${user}:${encodeURIComponent(password)}@${host}:${port}/${name}` };
}

async function onMariadb(): Promise<Scene> {
  const keys = keysOf();
  const { database, url } = await freshAddress();
  const product = await startProduct({ databaseUrl: url, env: envOf(keys) });
  return {
    nodes: [product.url],
    strike: () => again(product),
    books: async () => {
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

async function onOwnMariadb(): Promise<Scene> {
  const keys = keysOf();
  const database = await startMariadb();
  const url = `${database.url}atrium`;
  const product = await startProduct({ databaseUrl: url, env: envOf(keys) });
  return {
    nodes: [product.url],
    strike: database.restart,
    books: async () => {
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

async function onTwoNodes(): Promise<Scene> {
  const keys = keysOf();
  const cluster = await startCluster({ env: envOf(keys) });
  const both = [cluster.first, cluster.second];
  let strikes = 0;
  return {
    nodes: both.map(({ url }) => url),
    strike: async () => {
      const one = both[strikes % both.length];
      strikes += 1;
      if (one) await again(one);
    },
    books: async () => {
      await Promise.all(both.map(({ kill }) => kill()));
      return openLedgerReader(cluster.databaseUrl, keys);
    },
    env: { DATA_DIR: cluster.first.dataDir, APP_KEYS: keys, DATABASE_URL: cluster.databaseUrl },
    dispose: cluster.dispose,
  };
}

type Ask = ReturnType<typeof createAsking>['ask'];
/** One clerk books more in an hour than a person would without giving the password again. */
async function liftLimits(ask: Ask, node: string, token: string): Promise<void> {
  const { data } = await ask('GET', `${node}/admin/config/index?limit=100&quick_search=ledger_stepup`, {
    batoken: token,
  });
  const items = data['list'] as readonly { readonly id: number; readonly name: string }[];
  const limits = items.filter(({ name }) => name.startsWith('ledger_stepup_'));
  if (limits.length === 0) throw new Error('there is no limit to lift');
  for (const { id } of limits) {
    const saved = await ask('POST', `${node}/admin/config/edit`, { batoken: token }, { id, value: null });
    if (saved.code !== 1) throw new Error(`the limit stays: ${saved.msg}`);
  }
}

const MEMBER_PASSWORD = 'calm-river-42';
const AT_ONCE = 20;

/** New members, some of whom are signed in. */
export async function joinMembers(node: string, count: number, signedIn: number): Promise<readonly Member[]> {
  const { ask, end } = createAsking(4);
  try {
    const login = await ask('POST', `${node}/admin/Index/login`, {}, ADMIN);
    const { token = '' } = (login.data['userInfo'] ?? {}) as { readonly token?: string };
    await liftLimits(ask, node, token);
    const names = Array.from({ length: count }, (_, at) => `saver_${at}`);
    const ids: number[] = [];
    for (let at = 0; at < count; at += AT_ONCE) {
      const list = names.slice(at, at + AT_ONCE).map((name) => ({
        ...{ username: name, nickname: name, password: MEMBER_PASSWORD },
      }));
      const added = await ask('POST', `${node}/admin/user/batchAdd`, { batoken: token }, { list });
      if (added.code !== 1) throw new Error(`no members: ${added.msg} ${JSON.stringify(added.data)}`);
      ids.push(...(added.data['rows'] as readonly { readonly id: number }[]).map(({ id }) => id));
    }
    const members: Member[] = [];
    for (const [at, id] of ids.entries()) {
      if (at >= signedIn) {
        members.push({ id });
        continue;
      }
      const person = { tab: 'login', username: names[at], password: MEMBER_PASSWORD };
      const { data, msg } = await ask('POST', `${node}/api/user/checkIn`, {}, person);
      const own = data['userInfo'] as { readonly token: string } | undefined;
      if (own === undefined) throw new Error(`a member could not sign in: ${msg}`);
      members.push({ id, token: own.token });
    }
    return members;
  } finally {
    end();
  }
}

/** Two processes of the built product on one MariaDB: they share the keys and the database, and no folder. */
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabases, type TestDatabase } from '../../../server/testing/database/testDatabase';
import { startTcpProxy, type TcpProxy } from '../network/tcpProxy';
import { startProduct, type Product, type ProductOptions } from './startProduct';

export interface Cluster {
  readonly first: Product;
  readonly second: Product;
  /** A TCP proxy in front of both. */
  readonly balancer: TcpProxy;
  /** A connection to the database. */
  readonly db: Awaited<ReturnType<TestDatabase['openBare']>>;
  readonly databaseUrl: string;
  readonly dispose: () => Promise<void>;
}

/** Copies the build as an installation on another machine would. */
async function copyBuild(from: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'atrium-node-'));
  await cp(join(from, '.build'), join(root, '.build'), { recursive: true });
  await symlink(join(from, 'node_modules'), join(root, 'node_modules'));
  return root;
}

export async function startCluster(options: ProductOptions = {}): Promise<Cluster> {
  const database = testDatabases().find(({ dialect }) => dialect === 'mariadb');
  if (database === undefined) throw new Error('two nodes need a MariaDB');
  const address = await database.address();
  if (address.dialect !== 'mariadb') throw new Error('two nodes need a MariaDB');
  const { host, port, user, password } = address;
  const databaseUrl = `mariadb://${user}:${encodeURIComponent(password)}@${host}:${port}/${address.database}`;
  const env = { APP_KEYS: randomBytes(32).toString('base64url'), ...options.env };
  const root = await copyBuild(process.cwd());
  // Both start at once on an empty database: one of them seeds it.
  const [first, second] = await Promise.all([
    startProduct({ ...options, databaseUrl, env }),
    startProduct({ ...options, databaseUrl, env, root }),
  ]);
  const balancer = await startTcpProxy([first.url, second.url]);
  return {
    first,
    second,
    balancer,
    db: await database.openBare(),
    databaseUrl,
    dispose: async () => {
      await balancer.close();
      await Promise.all([first.dispose(), second.dispose()]);
      await database.drop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Two processes of the built product on one MariaDB: other folders, other data, nothing shared but keys and database. */
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
  /** Both behind one address. */
  readonly balancer: TcpProxy;
  /** A look into the database beside the product. */
  readonly db: Awaited<ReturnType<TestDatabase['openBare']>>;
  readonly databaseUrl: string;
  readonly dispose: () => Promise<void>;
}

/** The build as somebody would copy it to another machine. */
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
  // At once, on an empty database: one of them fills it.
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

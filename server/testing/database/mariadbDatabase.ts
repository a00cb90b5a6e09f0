/** Creates a MariaDB database for one test on the server of the test run, with the collation of the product. */
import { randomBytes } from 'node:crypto';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import { readEnv } from '../../../config/env';
import { openDb } from '../../platform/database/openDb';
import { createLog } from '../../platform/log';

export interface MariadbDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** A new empty database. Throws when this run has no MariaDB server. */
export async function createMariadbDatabase(): Promise<MariadbDatabase> {
  const server = mariadbUrl();
  if (server === null) throw new Error('this test requires MariaDB');
  const name = `atrium_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  const log = createLog({ level: 'silent' });
  const runAsAdmin = async (sql: string): Promise<void> => {
    const db = await openDb({ database: readEnv({ DATABASE_URL: `${server}mysql` }).database, log });
    await db.transact((tx) => tx.run(sql)).finally(() => db.close());
  };
  await runAsAdmin(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin`);
  return { url: `${server}${name}`, drop: () => runAsAdmin(`DROP DATABASE IF EXISTS \`${name}\``) };
}

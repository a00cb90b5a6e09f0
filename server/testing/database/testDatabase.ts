/** Real databases for tests: a SQLite file always, a database on the run's MariaDB when there is one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { createRegistry, type Registry } from '../../../common/entity/registry';
import { readEnv, type DatabaseUrl } from '../../../config/env';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import { migrate } from '../../db/migrate';
import type { Db } from '../../context';
import { systemClock } from '../../platform/systemClock';
import { openDb } from '../../platform/database/openDb';
import { createLog } from '../../platform/log';
import { createMariadbDatabase, type MariadbDatabase } from './mariadbDatabase';

export interface TestDatabase {
  readonly name: 'SQLite' | 'MariaDB';
  readonly dialect: Db['dialect'];
  /** Its address, for servers that open it themselves. */
  readonly address: () => Promise<DatabaseUrl>;
  /** Opens the database with the tables of the registry; every call adds one more node on the same database. */
  readonly open: (registry?: Registry) => Promise<Db>;
  /** Opens it as it is, without creating tables. */
  readonly openBare: () => Promise<Db>;
  /** Closes what was opened and removes the database. */
  readonly drop: () => Promise<void>;
}

const log = createLog({ level: 'silent' });

/** One new database of each dialect that this machine has. */
export function testDatabases(): TestDatabase[] {
  return [sqliteDatabase(), ...(mariadbUrl() === null ? [] : [mariadbDatabase()])];
}

/** Runs a suite once per dialect on its own database, which is removed at the end. */
export function describeOnEachDatabase(name: string, suite: (database: TestDatabase) => void): void {
  for (const database of testDatabases()) {
    describe(`${name} (${database.name})`, () => {
      afterAll(database.drop);
      suite(database);
    });
  }
}

type DatabaseLocation = { readonly address: () => Promise<DatabaseUrl>; readonly remove: () => Promise<void> };

function createTestDatabase(name: TestDatabase['name'], { address, remove }: DatabaseLocation): TestDatabase {
  const opened = new Set<Db>();
  const openBare = async () => {
    const db = await openDb({ database: await address(), log });
    opened.add(db);
    return db;
  };
  return {
    name,
    dialect: name === 'SQLite' ? 'sqlite' : 'mariadb',
    address,
    openBare,
    open: async (registry = createRegistry(entities)) => {
      const db = await openBare();
      await migrate({ db, registry, migrations: [], log, clock: systemClock, production: false, keys: () => [] });
      return db;
    },
    drop: async () => {
      // A suite may have closed some of them itself.
      await Promise.allSettled([...opened].map((db) => db.close()));
      await remove();
    },
  };
}

function sqliteDatabase(): TestDatabase {
  let folder: string | undefined;
  return createTestDatabase('SQLite', {
    address: () => {
      folder ??= mkdtempSync(join(tmpdir(), 'atrium-test-'));
      return Promise.resolve({ dialect: 'sqlite', file: join(folder, 'test.sqlite') });
    },
    remove: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  });
}

function mariadbDatabase(): TestDatabase {
  let created: Promise<MariadbDatabase> | undefined;
  return createTestDatabase('MariaDB', {
    address: async () => {
      created ??= createMariadbDatabase();
      return readEnv({ DATABASE_URL: (await created).url }).database;
    },
    remove: async () => {
      await (await created)?.drop();
    },
  });
}

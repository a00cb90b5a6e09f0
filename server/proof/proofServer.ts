/** A server for the model-based test that can be restarted on the same data and port, with writes by the system. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entities } from '../../common/entities/index';
import { createRegistry } from '../../common/entity/registry';
import type { Json } from '../../common/entity/field';
import { defaults } from '../../config/defaults';
import { readEnv, type Env } from '../../config/env';
import { seedBase, seedContext } from '../db/seeds/base';
import type { Server } from '../createServer';
import { openServer } from '../openServer';
import type { Db } from '../context';
import { loadChangesAfter, type LoggedChange } from '../live/log/changeLog';
import { seedMenuRules } from '../modules/bootstrap/menuRules';
import { createLog } from '../platform/log';
import { createMariadbDatabase } from '../testing/database/mariadbDatabase';
import { SUPER_ADMIN } from '../testing/testServer';
import { proofRow } from './proofRow';

export type Dialect = 'sqlite' | 'mariadb';
export interface ProofServer {
  readonly url: string;
  readonly db: () => Db;
  readonly stats: () => ReturnType<Server['live']['stats']>;
  readonly log: (after: number) => Promise<readonly LoggedChange[]>;
  readonly lastSequence: () => Promise<number>;
  /** Writes by the system. */
  readonly create: (entity: string, values: Readonly<Record<string, Json>>) => Promise<number>;
  readonly update: (entity: string, id: number, set: Readonly<Record<string, Json>>) => Promise<void>;
  /** Removes every row of the entity for good. */
  readonly deleteRows: () => Promise<void>;
  /** Expires the access tokens of an admin now. */
  readonly expireTokens: (adminId: number) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly end: () => Promise<void>;
}

const registry = createRegistry({ ...entities, proof_row: proofRow });
const log = createLog({ level: 'silent' });

interface RunningServer {
  readonly db: Db;
  readonly server: Server;
  readonly url: string;
}
async function startServer(env: Env, isFirstStart: boolean): Promise<RunningServer> {
  const { server, db } = await openServer({
    env,
    log,
    registry,
    terminal: { table: {} },
    settings: { ...defaults, captcha: 'never' },
    clientDir: join(env.dataDir, 'client'),
    siteDir: join(env.dataDir, 'site'),
    version: '0.0.0',
    migrates: isFirstStart,
  });
  if (isFirstStart) {
    await seedBase(server, SUPER_ADMIN);
    await seedMenuRules(server.services, server.writer);
  }
  return { db, server, url: await server.listen() };
}
const stopServer = async ({ server, db }: RunningServer): Promise<void> => {
  await server.close();
  await db.close();
};

export async function startProofServer(dialect: Dialect): Promise<ProofServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-proof-'));
  const database = dialect === 'mariadb' ? await createMariadbDatabase() : undefined;
  const envValues = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ADMIN_USERNAME: SUPER_ADMIN.username,
    ADMIN_PASSWORD: SUPER_ADMIN.password,
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  let running = await startServer(readEnv({ ...envValues, PORT: '0' }), true);
  const { url } = running;
  const env = readEnv({ ...envValues, PORT: new URL(url).port });
  const entityNamed = (name: string) => {
    const entity = registry.get(name);
    if (!entity) throw new Error(`no entity ${name}`);
    return entity;
  };
  const ctx = () => seedContext(running.server.services);
  return {
    url,
    db: () => running.db,
    stats: () => running.server.live.stats(),
    log: (after) => loadChangesAfter(running.db, after, 1_000_000),
    lastSequence: async () =>
      Number((await running.db.rows<{ last: number }>('SELECT last FROM change_head'))[0]?.last),
    create: async (entity, newRow) => (await running.server.writer.create(ctx(), entityNamed(entity), newRow)).id,
    update: async (entity, id, set) => {
      await running.server.writer.update(ctx(), entityNamed(entity), { ...set, id });
    },
    deleteRows: () => deleteRows(running),
    expireTokens: async (adminId) => {
      const sessions = "SELECT id FROM `session` WHERE realm = 'admin' AND principal = ?";
      await running.db.transact((tx) =>
        tx.run(`UPDATE access_token SET expires_at = ? WHERE session_id IN (${sessions})`, [Date.now() - 1, adminId]),
      );
    },
    restart: async () => {
      await stopServer(running);
      running = await startServer(env, false);
    },
    end: async () => {
      await stopServer(running);
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function deleteRows({ db, server }: RunningServer): Promise<void> {
  const ids = async (where: string) =>
    (await db.rows<{ id: number }>(`SELECT id FROM proof_row WHERE ${where}`)).map(({ id }) => Number(id));
  const ctx = seedContext(server.services);
  const activeIds = await ids('delete_time IS NULL');
  if (activeIds.length > 0) await server.writer.remove(ctx, proofRow, activeIds);
  const deletedIds = await ids('delete_time IS NOT NULL');
  if (deletedIds.length > 0) await server.writer.purge(ctx, proofRow, deletedIds);
}

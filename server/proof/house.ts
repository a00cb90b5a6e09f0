/** A house that can be struck down and raised again on the same data and the same port, and in which staff are made at will. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entities } from '../../common/entities/index';
import { registryOf } from '../../common/entity/registry';
import type { Json } from '../../common/entity/field';
import { defaults } from '../../config/defaults';
import { readEnv, type Env } from '../../config/env';
import { loadKeys } from '../access/keys';
import { hashPassword } from '../access/passwords';
import { revokeWithin } from '../access/sessions';
import { createBehaviours } from '../behaviours/index';
import { migrate } from '../db/migrate';
import { migrations } from '../db/migrations/table';
import { seedBase, seedCtx } from '../db/seeds/base';
import { createServer, type Server } from '../createServer';
import type { Db } from '../context';
import { changesAfter, type LoggedChange } from '../live/log';
import { addMissingRules } from '../modules/bootstrap/rules';
import { systemClock } from '../platform/clock';
import { openDb } from '../platform/db';
import { createLog } from '../platform/log';
import { freshMariadb, SUPER } from '../testing/world';
import { proofRow } from './noun';

export type Dialect = 'sqlite' | 'mariadb';
export interface ProofHouse {
  readonly url: string;
  readonly db: () => Db;
  readonly stats: () => ReturnType<Server['live']['stats']>;
  readonly log: (after: number) => Promise<readonly LoggedChange[]>;
  readonly head: () => Promise<number>;
  /** An act of the system on an entity. */
  readonly create: (entity: string, draft: Readonly<Record<string, Json>>) => Promise<number>;
  readonly update: (entity: string, id: number, set: Readonly<Record<string, Json>>) => Promise<void>;
  /** Takes every row of the noun away for good. */
  readonly clear: () => Promise<void>;
  /** What staff hold ends now, as if its quarter of an hour were over. */
  readonly expire: (adminId: number) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly end: () => Promise<void>;
}

const registry = registryOf({ ...entities, proof_row: proofRow });
const log = createLog({ level: 'silent' });

const openOn = (env: Env, db: Db): Server =>
  createServer({
    env,
    db,
    log,
    clock: systemClock,
    registry,
    behaviours: createBehaviours({ hashPassword, endSessions: revokeWithin }),
    terminal: { table: {} },
    settings: { ...defaults, captcha: 'never' },
    clientDir: join(env.dataDir, 'client'),
    version: '0.0.0',
  });

interface Standing {
  readonly db: Db;
  readonly server: Server;
  readonly url: string;
}
async function stand(env: Env, first: boolean): Promise<Standing> {
  const db = await openDb({ database: env.database, log });
  if (first)
    await migrate({
      db,
      registry,
      migrations,
      log,
      clock: systemClock,
      production: false,
      keys: () => loadKeys(env.appKeys, env.dataDir),
    });
  const server = openOn(env, db);
  if (first) {
    await seedBase(server, SUPER);
    await addMissingRules(server.services, server.writer);
  }
  return { db, server, url: await server.listen() };
}
const fall = async ({ server, db }: Standing): Promise<void> => {
  await server.close();
  await db.close();
};

export async function openProofHouse(dialect: Dialect): Promise<ProofHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-proof-'));
  const database = dialect === 'mariadb' ? await freshMariadb() : undefined;
  const given = {
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ADMIN_USERNAME: SUPER.username, ADMIN_PASSWORD: SUPER.password },
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  let now = await stand(readEnv({ ...given, PORT: '0' }), true);
  const { url } = now;
  const env = readEnv({ ...given, PORT: new URL(url).port });
  const noun = (name: string) => {
    const entity = registry.get(name);
    if (!entity) throw new Error(`no entity ${name}`);
    return entity;
  };
  const ctx = () => seedCtx(now.server.services);
  return {
    url,
    db: () => now.db,
    stats: () => now.server.live.stats(),
    log: (after) => changesAfter(now.db, after, 1_000_000),
    head: async () => Number((await now.db.rows<{ last: number }>('SELECT last FROM change_head'))[0]?.last),
    create: async (entity, draft) => (await now.server.writer.create(ctx(), noun(entity), draft)).id,
    update: async (entity, id, set) => {
      await now.server.writer.update(ctx(), noun(entity), { ...set, id });
    },
    clear: () => clear(now),
    expire: async (adminId) => {
      const sessions = "SELECT id FROM `session` WHERE realm = 'admin' AND principal = ?";
      await now.db.transact((tx) =>
        tx.run(`UPDATE access_token SET expires_at = ? WHERE session_id IN (${sessions})`, [Date.now() - 1, adminId]),
      );
    },
    restart: async () => {
      await fall(now);
      now = await stand(env, false);
    },
    end: async () => {
      await fall(now);
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function clear({ db, server }: Standing): Promise<void> {
  const ids = async (where: string) =>
    (await db.rows<{ id: number }>(`SELECT id FROM proof_row WHERE ${where}`)).map(({ id }) => Number(id));
  const ctx = seedCtx(server.services);
  const living = await ids('delete_time IS NULL');
  if (living.length > 0) await server.writer.remove(ctx, proofRow, living);
  const dead = await ids('delete_time IS NOT NULL');
  if (dead.length > 0) await server.writer.purge(ctx, proofRow, dead);
}

/** A live channel on a real database and a real HTTP server, without the engine: tests write the change log themselves. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '../../config/env';
import { SYSTEM, type Actor } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { columnsOf, softDeletes, type StoredRow } from '../../common/entity/meta';
import { registryOf } from '../../common/entity/registry';
import { shareOf } from '../../common/live/measure';
import { zoneOf } from '../../common/text/zone';
import { MACHINERY } from '../db/machinery';
import type { Db, Log } from '../context';
import type { Counting } from '../live/counters/counters';
import { createLive, type Live } from '../live/live';
import { appendChanges, type ChangeOp, type ChangeToLog } from '../live/log';
import type { Authenticated } from '../live/peer';
import type { Realm } from '../live/spec';
import { openDb } from '../platform/db';
import { idents } from '../platform/sql';
import { connectClient, type Client, type ClientOptions } from './liveClient';

export const quietLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
export const staff = (id: number, nodes: readonly string[] = [], more: Partial<Actor> = {}): Actor => ({
  ...{ ...SYSTEM, realm: 'staff' as const, id, name: `admin ${id}`, super: false, nodes: new Set(nodes) },
  ...more,
});
export const member = (id: number, more: Partial<Actor> = {}): Actor => ({
  ...{ ...SYSTEM, realm: 'member' as const, id, name: `member ${id}`, super: false, scope: [] },
  ...more,
});

export type Dialect = 'sqlite' | 'mariadb';
/** The databases there are to test on. */
export const dialects: readonly Dialect[] = process.env['TEST_MARIADB_URL'] ? ['sqlite', 'mariadb'] : ['sqlite'];

interface Opened {
  readonly db: Db;
  readonly drop: () => Promise<void>;
}
async function openSqliteFile(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-live-'));
  const db = await openDb({ database: { dialect: 'sqlite', file: join(folder, 'live.sqlite') }, log: quietLog });
  return {
    db,
    drop: async () => {
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
async function openMariadbDatabase(): Promise<Opened> {
  const url = new URL(process.env['TEST_MARIADB_URL'] ?? '');
  const open = (path: string) => {
    url.pathname = path;
    return openDb({ database: readEnv({ DATABASE_URL: url.href }).database, log: quietLog });
  };
  const name = `live_${randomUUID().slice(0, 8)}`;
  const root = await open(url.pathname.length > 1 ? url.pathname : '/mysql');
  await root.transact((tx) => tx.run(`CREATE DATABASE ${name}`));
  const db = await open(`/${name}`);
  return {
    db,
    drop: async () => {
      await db.close();
      await root.transact((tx) => tx.run(`DROP DATABASE ${name}`));
      await root.close();
    },
  };
}
/** A database of its own, with the tables of the change log and nothing else. */
export async function openLogDatabase(dialect: Dialect): Promise<Opened> {
  const opened = dialect === 'sqlite' ? await openSqliteFile() : await openMariadbDatabase();
  await opened.db.transact(async (tx) => {
    for (const table of MACHINERY) {
      const columns = table.columns.map(
        ({ name, type, notNull }) => `\`${name}\` ${type}${notNull ? ' NOT NULL' : ''}`,
      );
      await tx.run(`CREATE TABLE ${table.name} (${columns.join(', ')}, PRIMARY KEY (${idents([table.primary])}))`);
    }
    await tx.run('CREATE INDEX i_log ON change_log (ent, seq)');
    await tx.run("INSERT INTO change_head (id, epoch, last, low) VALUES (1, 'first', 0, 1)");
  });
  return opened;
}

const longMark = (text: string): Json => ({ h: createHash('sha256').update(text).digest('hex'), n: text.length });
/** A stored row as the log keeps it: no secrets, long values as marks. */
function imageOf(entity: AnyEntity, row: StoredRow): StoredRow {
  const image: Record<string, Json> = {};
  for (const column of columnsOf(entity).values()) {
    const value = row[column.name] ?? null;
    if (column.sensitivity !== 'secret')
      image[column.name] = column.long && typeof value === 'string' ? longMark(value) : value;
  }
  return image;
}
const equal = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a) === JSON.stringify(b);
const changedOnly = (before: StoredRow, after: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(before).filter(([key, value]) => !equal(value, after[key])));

export interface Act {
  readonly ent: string;
  readonly op: ChangeOp;
  readonly id: number;
  readonly set?: StoredRow;
  readonly actor?: string;
  readonly mid?: string;
}
export interface World {
  /** Rows as they are, deleted ones included. */
  readonly rows: (ent: string) => ReadonlyMap<number, StoredRow>;
  /** All acts in one transaction; answers the last seq. */
  readonly write: (...acts: readonly Act[]) => Promise<number>;
}

/** Keeps rows in memory and tells the log what happens to them, as the engine would. */
export function createWorld(db: Db, entities: readonly AnyEntity[]): World {
  const tables = new Map(entities.map((entity) => [entity.name, new Map<number, StoredRow>()]));
  const known = registryOf(Object.fromEntries(entities.map((entity) => [entity.name, entity])));
  let second = 1_700_000_000;

  const after = (entity: AnyEntity, unit: Act, before: StoredRow | undefined): StoredRow => {
    second += 1;
    const blank = Object.fromEntries([...columnsOf(entity).keys()].map((name) => [name, null]));
    const base = before ?? {
      ...blank,
      id: unit.id,
      create_time: second,
      revision: 0,
      ...(softDeletes(entity) ? { weigh: unit.id } : {}),
    };
    const times: Record<string, Json> = softDeletes(entity) ? { update_time: second } : {};
    if (unit.op === 'd') times['delete_time'] = second;
    if (unit.op === 'r') times['delete_time'] = null;
    return { ...base, ...unit.set, ...times, revision: Number(base['revision']) + 1 };
  };
  const logged = (unit: Act, cid: string): ChangeToLog => {
    const entity = known.get(unit.ent);
    const table = tables.get(unit.ent);
    if (entity === undefined || table === undefined) throw new Error(`no entity ${unit.ent}`);
    const before = table.get(unit.id);
    const next = after(entity, unit, before);
    const img = unit.op === 'x' ? null : imageOf(entity, next);
    const was = before === undefined ? null : imageOf(entity, before);
    if (img === null) table.delete(unit.id);
    else table.set(unit.id, next);
    const who = { actor: unit.actor ?? 'system', actor_name: unit.actor ?? 'system', mid: unit.mid ?? null, cid };
    const prev = was === null || img === null ? was : changedOnly(was, img);
    return {
      ent: unit.ent,
      eid: unit.id,
      ver: Number(next['revision']),
      op: unit.op,
      img,
      prev,
      at: second * 1000,
      ...who,
    };
  };
  return {
    rows: (ent) => tables.get(ent) ?? new Map(),
    write: async (...acts) => {
      const cid = randomUUID();
      const changes = acts.map((unit) => logged(unit, cid));
      return db.transact((tx) => appendChanges(tx, db.dialect, { changes, history: [] }));
    },
  };
}

export interface Rig extends World {
  readonly db: Db;
  readonly live: () => Live;
  /** Who may connect, by principal; missing ones are unknown. Tokens are principals. */
  readonly actors: Map<string, Actor>;
  /** When a token ends, unix milliseconds, by principal. */
  readonly expiries: Map<string, number>;
  readonly url: () => string;
  readonly connect: (principal: string, options?: ClientOptions) => Promise<Client>;
  /** Ends this node's live channel and HTTP server and starts others on the same database. */
  readonly restart: (options?: { readonly warm?: boolean }) => Promise<void>;
  /** The node's clock; skipping lets time pass for timeouts, not for timers. */
  readonly clock: { readonly now: () => number; readonly skip: (ms: number) => void };
  /** As another node would: this one is not told. */
  readonly writeElsewhere: World['write'];
  /** Resolves when everything written so far was taken and told. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const countingOf = ({ rows }: World, db: Db): Counting => ({
  standing: [],
  zone: () => zoneOf('UTC'),
  count: async (folding) => {
    const [head] = await db.rows<{ last: number }>('SELECT last FROM change_head');
    const cells = new Map<string, number>();
    for (const row of rows(folding.entity.name).values()) {
      const share = shareOf(folding, row);
      if (share) cells.set(share.key, (cells.get(share.key) ?? 0) + share.n);
    }
    return { seq: Number(head?.last), cells };
  },
});
const realmOf = (principal: string): Realm => (principal.startsWith('admin:') ? 'admin' : 'member');
const listening = async (): Promise<Server> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};
export const TEST_KEY = 'a secret of the tests';
export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export async function openRig(
  dialect: Dialect,
  entities: readonly AnyEntity[],
  /** Watches what the live channel asks of the database. */
  spy: (db: Db) => Db = (db) => db,
  /** Also counts figures; only while nobody writes can a new one be asked for. */
  counts = false,
): Promise<Rig> {
  const { db, drop } = await openLogDatabase(dialect);
  const registry = registryOf(Object.fromEntries(entities.map((entity) => [entity.name, entity])));
  const world = createWorld(db, entities);
  const actors = new Map<string, Actor>();
  const expiries = new Map<string, number>();
  const clients = new Set<Client>();

  const prove = (principal: string): Authenticated | 'expired' | 'unknown' => {
    const actor = actors.get(principal);
    const expiresAt = expiries.get(principal) ?? Date.now() + 36_000_000;
    if (actor === undefined) return 'unknown';
    return expiresAt <= Date.now() ? 'expired' : { actor, principal, sessionId: '1', expiresAt };
  };
  let skipped = 0;
  const clock = { now: () => Date.now() + skipped, skip: (ms: number) => void (skipped += ms) };
  const start = async (warm = true) => {
    const server = await listening();
    const kit = { log: quietLog, clock, db: spy(db), registry, env: { publicUrl: null, appKeys: [TEST_KEY] } };
    const live = createLive(kit, {
      authenticate: (realm, token) => Promise.resolve(realmOf(token) === realm ? prove(token) : 'unknown'),
      actorOf: (principal) => Promise.resolve(actors.get(principal)),
      reachNow: () => Promise.resolve((id) => actors.get(`admin:${id}`)?.scope),
      rowOf: (entity, id) => Promise.resolve(world.rows(entity.name).get(id)),
      strict: true,
      warm,
      ...(counts ? { counting: countingOf(world, db) } : {}),
    });
    await live.attach(server);
    return { server, live };
  };
  const stop = async (node: { readonly server: Server; readonly live: Live }) => {
    await node.live.close();
    node.server.closeAllConnections();
    await new Promise((done) => node.server.close(done));
  };
  let node = await start();
  const port = () => (node.server.address() as AddressInfo).port;

  return {
    ...{ db, actors, expiries },
    rows: world.rows,
    writeElsewhere: world.write,
    write: async (...acts) => {
      const seq = await world.write(...acts);
      node.live.nudge();
      return seq;
    },
    live: () => node.live,
    url: () => `http://127.0.0.1:${port()}`,
    connect: async (principal, options = {}) => {
      const url = `http://127.0.0.1:${port()}/${realmOf(principal)}`;
      const client = await connectClient(url, principal, options);
      clients.add(client);
      return client;
    },
    clock,
    restart: async ({ warm } = {}) => {
      await stop(node);
      node = await start(warm);
    },
    settled: async () => {
      const [head] = await db.rows<{ last: number }>('SELECT last FROM change_head');
      node.live.nudge();
      while ((node.live.stats()?.position ?? 0) < Number(head?.last)) await sleep(5);
      await sleep(120);
    },
    close: async () => {
      for (const client of clients) client.close();
      await stop(node);
      await drop();
    },
  };
}

/** The live channel on a real database and HTTP server without the engine: tests write the change log themselves. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '../../../config/env';
import { SYSTEM, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { getColumns, hasSoftDelete, type StoredRow } from '../../../common/entity/columns';
import { createRegistry } from '../../../common/entity/registry';
import { computeContribution } from '../../../common/live/measure';
import { getTimeZone } from '../../../common/text/time/timeZone';
import { SYSTEM_TABLES } from '../../db/schema/systemTables';
import type { Db, Log } from '../../context';
import type { MetricSources } from '../../live/counters/liveMetrics';
import { createLiveChannel, type LiveChannel } from '../../live/createLiveChannel';
import { appendChanges, type ChangeOp, type ChangeToLog } from '../../live/log/changeLog';
import type { SocketAuthentication } from '../../live/sockets/connection';
import type { Realm } from '../../../common/realm';
import { openDb } from '../../platform/database/openDb';
import { quoteIdentifiers } from '../../platform/database/sql';
import { createMariadbDatabase } from '../database/mariadbDatabase';
import { connectLiveClient, type LiveClient, type LiveClientOptions } from './liveClient';

export const quietLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
export const createLiveStaffActor = (
  id: number,
  permissions: readonly string[] = [],
  more: Partial<Actor> = {},
): Actor => ({
  ...SYSTEM,
  kind: 'staff' as const,
  id,
  name: `admin ${id}`,
  isSuper: false,
  permissions: new Set(permissions),
  ...more,
});
export const memberActor = (id: number, more: Partial<Actor> = {}): Actor => ({
  ...SYSTEM,
  kind: 'member' as const,
  id,
  name: `member ${id}`,
  isSuper: false,
  scope: [],
  ...more,
});

export type Dialect = 'sqlite' | 'mariadb';
/** The dialects that this machine has. */
export const TEST_DIALECTS: readonly Dialect[] = process.env['TEST_MARIADB_URL'] ? ['sqlite', 'mariadb'] : ['sqlite'];

interface OpenDatabase {
  readonly db: Db;
  readonly drop: () => Promise<void>;
}
async function openSqliteFile(): Promise<OpenDatabase> {
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
async function openMariadbDatabase(): Promise<OpenDatabase> {
  const database = await createMariadbDatabase();
  const db = await openDb({ database: readEnv({ DATABASE_URL: database.url }).database, log: quietLog });
  return {
    db,
    drop: async () => {
      await db.close();
      await database.drop();
    },
  };
}
/** A new database with the tables of the change log only. */
export async function openLogDatabase(dialect: Dialect): Promise<OpenDatabase> {
  const opened = dialect === 'sqlite' ? await openSqliteFile() : await openMariadbDatabase();
  await opened.db.transact(async (tx) => {
    for (const table of SYSTEM_TABLES) {
      const columns = table.columns.map(
        ({ name, type, notNull }) => `\`${name}\` ${type}${notNull ? ' NOT NULL' : ''}`,
      );
      await tx.run(
        `CREATE TABLE ${table.name} (${columns.join(', ')}, PRIMARY KEY (${quoteIdentifiers([table.primary])}))`,
      );
    }
    await tx.run('CREATE INDEX i_log ON change_log (ent, seq)');
    await tx.run("INSERT INTO change_head (id, epoch, last, low) VALUES (1, 'first', 0, 1)");
  });
  return opened;
}

const hashLongText = (text: string): Json => ({ h: createHash('sha256').update(text).digest('hex'), n: text.length });
/** A stored row as the log holds it: no secrets, long values as placeholders. */
function rowImage(entity: AnyEntity, row: StoredRow): StoredRow {
  const image: Record<string, Json> = {};
  for (const column of getColumns(entity).values()) {
    const value = row[column.name] ?? null;
    if (column.sensitivity !== 'secret')
      image[column.name] = column.long && typeof value === 'string' ? hashLongText(value) : value;
  }
  return image;
}
const isEqual = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a) === JSON.stringify(b);
const changedFields = (before: StoredRow, applyChange: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(before).filter(([key, value]) => !isEqual(value, applyChange[key])));

export interface RowChange {
  readonly ent: string;
  readonly op: ChangeOp;
  readonly id: number;
  readonly set?: StoredRow;
  readonly actor?: string;
  readonly mid?: string;
}
export interface RowSimulator {
  /** All rows, deleted ones included. */
  readonly rows: (ent: string) => ReadonlyMap<number, StoredRow>;
  /** Logs all changes in one transaction and returns the last sequence number. */
  readonly write: (...rowChanges: readonly RowChange[]) => Promise<number>;
}

/** Keeps rows in memory and appends their changes to the log, as the engine does. */
export function createRowSimulator(db: Db, entities: readonly AnyEntity[]): RowSimulator {
  const tables = new Map(entities.map((entity) => [entity.name, new Map<number, StoredRow>()]));
  const registry = createRegistry(Object.fromEntries(entities.map((entity) => [entity.name, entity])));
  let currentSecond = 1_700_000_000;

  const applyChange = (entity: AnyEntity, change: RowChange, before: StoredRow | undefined): StoredRow => {
    currentSecond += 1;
    const emptyRow = Object.fromEntries([...getColumns(entity).keys()].map((name) => [name, null]));
    const base = before ?? {
      ...emptyRow,
      id: change.id,
      create_time: currentSecond,
      revision: 0,
      ...(hasSoftDelete(entity) ? { weigh: change.id } : {}),
    };
    const times: Record<string, Json> = hasSoftDelete(entity) ? { update_time: currentSecond } : {};
    if (change.op === 'd') times['delete_time'] = currentSecond;
    if (change.op === 'r') times['delete_time'] = null;
    return { ...base, ...change.set, ...times, revision: Number(base['revision']) + 1 };
  };
  const toLogEntry = (change: RowChange, cid: string): ChangeToLog => {
    const entity = registry.get(change.ent);
    const table = tables.get(change.ent);
    if (entity === undefined || table === undefined) throw new Error(`no entity ${change.ent}`);
    const before = table.get(change.id);
    const next = applyChange(entity, change, before);
    const img = change.op === 'x' ? null : rowImage(entity, next);
    const previousImage = before === undefined ? null : rowImage(entity, before);
    if (img === null) table.delete(change.id);
    else table.set(change.id, next);
    const author = {
      actor: change.actor ?? 'system',
      actorName: change.actor ?? 'system',
      idempotencyKey: change.mid ?? null,
      cid,
    };
    const prev = previousImage === null || img === null ? previousImage : changedFields(previousImage, img);
    return {
      entityName: change.ent,
      rowId: change.id,
      revision: Number(next['revision']),
      op: change.op,
      image: img,
      previousValues: prev,
      at: currentSecond * 1000,
      ...author,
    };
  };
  return {
    rows: (ent) => tables.get(ent) ?? new Map(),
    write: async (...rowChanges) => {
      const cid = randomUUID();
      const changes = rowChanges.map((change) => toLogEntry(change, cid));
      return db.transact((tx) => appendChanges(tx, db.dialect, { changes, history: [] }));
    },
  };
}

export interface LiveHarness extends RowSimulator {
  readonly db: Db;
  readonly live: () => LiveChannel;
  /** Actors that may connect, by principal; others are unknown. Tokens are principals. */
  readonly actors: Map<string, Actor>;
  /** Expiry of tokens in Unix milliseconds, by principal. */
  readonly expiries: Map<string, number>;
  readonly url: () => string;
  readonly connect: (principal: string, options?: LiveClientOptions) => Promise<LiveClient>;
  /** Closes the live channel and the HTTP server of this node and starts new ones on the same database. */
  readonly restart: (options?: { readonly warm?: boolean }) => Promise<void>;
  /** The clock of the node; advancing it affects time limits, not timers. */
  readonly clock: { readonly now: () => number; readonly skip: (ms: number) => void };
  /** Writes as another node does: this node gets no notification. */
  readonly writeOnOtherNode: RowSimulator['write'];
  /** Resolves when everything written so far is processed and published. */
  readonly whenDelivered: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const createCounting = ({ rows }: RowSimulator, db: Db): MetricSources => ({
  permanentMeasures: [],
  timeZone: () => getTimeZone('UTC'),
  countRows: async (compiledMeasure) => {
    const [head] = await db.rows<{ last: number }>('SELECT last FROM change_head');
    const cells = new Map<string, number>();
    for (const row of rows(compiledMeasure.entity.name).values()) {
      const contribution = computeContribution(compiledMeasure, row);
      if (contribution) cells.set(contribution.key, (cells.get(contribution.key) ?? 0) + contribution.amount);
    }
    return { seq: Number(head?.last), cells };
  },
});
const getRealm = (principal: string): Realm => (principal.startsWith('admin:') ? 'admin' : 'member');
const startHttpServer = async (): Promise<Server> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};
export const TEST_KEY = 'a secret of the tests';

export async function openLiveHarness(
  dialect: Dialect,
  entities: readonly AnyEntity[],
  /** Observes the statements of the live channel. */
  wrapDb: (db: Db) => Db = (db) => db,
  /** Also counts metrics; a new metric can be subscribed only while there are no writes. */
  countsMetrics = false,
): Promise<LiveHarness> {
  const { db, drop } = await openLogDatabase(dialect);
  const registry = createRegistry(Object.fromEntries(entities.map((entity) => [entity.name, entity])));
  const simulator = createRowSimulator(db, entities);
  const actors = new Map<string, Actor>();
  const expiries = new Map<string, number>();
  const clients = new Set<LiveClient>();

  const authenticate = (principal: string): SocketAuthentication | 'expired' | 'unknown' => {
    const actor = actors.get(principal);
    const expiresAt = expiries.get(principal) ?? Date.now() + 36_000_000;
    if (actor === undefined) return 'unknown';
    return expiresAt <= Date.now() ? 'expired' : { actor, principal, sessionId: '1', expiresAt };
  };
  let skippedMs = 0;
  const clock = { now: () => Date.now() + skippedMs, skip: (ms: number) => void (skippedMs += ms) };
  const start = async (warm = true) => {
    const server = await startHttpServer();
    const services = { log: quietLog, clock, db: wrapDb(db), registry, env: { publicUrl: null, appKeys: [TEST_KEY] } };
    const live = createLiveChannel(services, {
      authenticate: (realm, token) => Promise.resolve(getRealm(token) === realm ? authenticate(token) : 'unknown'),
      loadActor: (principal) => Promise.resolve(actors.get(principal)),
      loadRowScopes: () => Promise.resolve((id) => actors.get(`admin:${id}`)?.scope),
      loadRow: (entity, id) => Promise.resolve(simulator.rows(entity.name).get(id)),
      isStrict: true,
      preloadsRing: warm,
      ...(countsMetrics ? { metricSources: createCounting(simulator, db) } : {}),
    });
    await live.attach(server);
    return { server, live };
  };
  const stop = async (node: { readonly server: Server; readonly live: LiveChannel }) => {
    await node.live.close();
    node.server.closeAllConnections();
    await new Promise((resolve) => node.server.close(resolve));
  };
  let node = await start();
  const port = () => (node.server.address() as AddressInfo).port;

  return {
    db,
    actors,
    expiries,
    rows: simulator.rows,
    writeOnOtherNode: simulator.write,
    write: async (...rowChanges) => {
      const seq = await simulator.write(...rowChanges);
      node.live.wakeTailer();
      return seq;
    },
    live: () => node.live,
    url: () => `http://127.0.0.1:${port()}`,
    connect: async (principal, options = {}) => {
      const url = `http://127.0.0.1:${port()}/${getRealm(principal)}`;
      const client = await connectLiveClient(url, principal, options);
      clients.add(client);
      return client;
    },
    clock,
    restart: async ({ warm } = {}) => {
      await stop(node);
      node = await start(warm);
    },
    whenDelivered: async () => {
      const [head] = await db.rows<{ last: number }>('SELECT last FROM change_head');
      node.live.wakeTailer();
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

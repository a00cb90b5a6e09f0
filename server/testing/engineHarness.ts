/** The engine on a real database without HTTP: writer, reader and change log, for any actor. */
import { createHash } from 'node:crypto';
import { defaults } from '../../config/defaults';
import { readEnv } from '../../config/env';
import { SYSTEM, type Actor } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import { MATCH_ALL } from '../../common/entity/filter';
import { defaultSort } from '../../common/query/compileFilter';
import type { ListQuery } from '../../common/query/listQuery';
import type { Registry } from '../../common/entity/registry';
import { Fault } from '../../common/protocol/faults';
import { createEntityHooks } from '../hooks/index';
import type { EntityHookRegistry } from '../engine/write/context/hookRegistry';
import { defineHooks } from '../engine/write/context/entityHooks';
import { createReader, type Reader } from '../engine/read/reader';
import { createWriter } from '../engine/write/writer';
import type { Writer } from '../engine/write/writer';
import type { Clock, RequestContext, Services } from '../context';
import { loadChangesAfter, type LoggedChange } from '../live/log/changeLog';
import { createLog } from '../platform/log';
import type { TestDatabase } from './database/testDatabase';
import { testRegistry, ticket } from './testEntities';

export interface EngineHarness {
  readonly services: Services;
  readonly writer: Writer;
  readonly reader: Reader;
  /** The context of an actor; by default the system's. */
  readonly as: (actor?: Actor, more?: Partial<RequestContext>) => RequestContext;
  readonly entity: (name: string) => AnyEntity;
  readonly log: (after?: number) => Promise<LoggedChange[]>;
  /** Number of times that the engine woke the live channel. */
  readonly wakeUps: () => number;
}

/** A member of staff with these permissions. */
export const createStaffActor = (id: number, permissions: readonly string[], more: Partial<Actor> = {}): Actor => ({
  ...SYSTEM,
  kind: 'staff',
  id,
  name: `Admin ${id}`,
  isSuper: false,
  permissions: new Set(permissions),
  ...more,
});
export const superAdminActor = (id: number): Actor => createStaffActor(id, ['*'], { isSuper: true });
/** All standard permissions of an entity. */
export const standardPermissions = (name: string): string[] =>
  ['index', 'add', 'edit', 'del', 'sortable'].map((verb) => `${name}/${verb}`);

const fakeHash = (plain: string) => Promise.resolve(`$test$${createHash('sha256').update(plain).digest('hex')}`);
const stampHooks = defineHooks(ticket, { actions: { stamp: (_hook, row) => ({ code: `stamped ${row.id}` }) } });
export const createTestHooks = (): EntityHookRegistry => {
  const productHooks = createEntityHooks({ hashPassword: fakeHash });
  return { ...productHooks, all: [...productHooks.all, stampHooks] };
};

/** Opens the engine on a test database; each call adds one more node on it. */
export async function openEngineHarness(
  database: TestDatabase,
  registry: Registry = testRegistry,
  clock: Clock = { now: () => Date.now() },
): Promise<EngineHarness> {
  const db = await database.open(registry);
  let wakeUps = 0;
  const services: Services = {
    env: { ...readEnv({}), appKeys: ['a secret of the tests'] },
    log: createLog({ level: 'silent' }),
    clock,
    db,
    registry,
    settings: defaults,
    live: { wakeTailer: () => void (wakeUps += 1) },
  };
  const baseContext: Omit<RequestContext, 'actor'> = {
    services,
    lang: 'en',
    requestId: 'test',
    ip: '203.0.113.7',
    userAgent: 'test',
    url: '/admin/test',
    channel: 'ui',
  };
  return {
    services,
    writer: createWriter(services, createTestHooks()),
    reader: createReader(services),
    as: (actor = SYSTEM, more = {}) => ({ ...baseContext, actor, ...more }),
    entity: (name) => {
      const entity = registry.get(name);
      if (!entity) throw new Error(`no entity ${name}`);
      return entity;
    },
    log: (after = 0) => loadChangesAfter(db, after, 100_000),
    wakeUps: () => wakeUps,
  };
}

/** The fault with which a promise rejects. */
export async function catchFault(pending: Promise<unknown>): Promise<Fault> {
  try {
    await pending;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('no fault was thrown');
}

/** A plain list query. */
export const listQuery = (entity: AnyEntity, more: Partial<ListQuery> = {}): ListQuery => ({
  page: 1,
  limit: 50,
  sort: defaultSort(entity),
  where: MATCH_ALL,
  ...more,
});

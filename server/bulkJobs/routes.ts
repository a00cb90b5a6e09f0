/**
 * HTTP routes of bulk updates and deletions of all rows that match a list query: start, progress, undo. Only the admin who started one has
 * access.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { grantedRows, writableColumns } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { asInteger } from '../../common/json';
import type { BulkJobState } from '../../common/protocol/bulkJob';
import { fault } from '../../common/protocol/faults';
import { translate } from '../../common/locales/translate';
import type { RequestContext } from '../context';
import type { ModuleServices } from '../engine/http/moduleServices';
import type { HandlerResult, RouteCall } from '../engine/http/routeRegistry';
import { loadLogHead } from '../live/log/changeLog';
import type { JobRunner } from '../modules/jobs/jobRunner';
import { loadJob, type StoredJob } from '../modules/jobs/jobStore';
import { parseBulkQuery, selectMatchingIds, storedBulkChange } from './bulkChange';
import { BULK_JOBS } from './bulkJobs';

const startInput = z.strictObject({
  ent: z.string().min(1).max(64),
  verb: z.enum(['edit', 'remove']),
  query: z.record(z.string().max(200), z.unknown()),
  set: z.record(z.string().max(64), z.unknown()).default({}),
  clear: z.array(z.string().max(64)).max(100).default([]),
  _mid: z.unknown().optional(),
});
const jobInput = z.strictObject({ job: z.number().int().positive(), _mid: z.unknown().optional() });

export interface BulkRouteDeps extends ModuleServices {
  readonly jobs: JobRunner;
}

export function registerBulkRoutes({ routes: { add: route }, jobs }: BulkRouteDeps): void {
  const common = { realm: 'admin', access: 'admin', rejectsApiTokens: true } as const;
  route({
    ...common,
    method: 'POST',
    path: '/admin/bulk/start',
    query: [],
    body: 'json',
    input: startInput,
    summary: 'Change or delete all rows that match a list, as a job',
    handler: (call) => start(call, jobs),
  });
  route({
    ...common,
    method: 'GET',
    path: '/admin/bulk/state',
    query: ['job'],
    body: 'none',
    summary: 'Read the progress of the caller’s bulk change',
    handler: async ({ ctx, query }) => ({ data: getState(await requireOwnJob(ctx, Number(query['job']))) }),
  });
  route({
    ...common,
    method: 'POST',
    path: '/admin/bulk/undo',
    query: [],
    body: 'json',
    input: jobInput,
    summary: 'Undo the caller’s bulk change as a whole, as a job',
    handler: (call) => undo(call, jobs),
  });
}

function requireReadableEntity({ services, actor }: RequestContext, name: string): AnyEntity {
  const entity = services.registry.get(name);
  if (entity === undefined || grantedRows(actor, entity, 'read') === undefined) throw fault('row.missing');
  return entity;
}
/** A job stores its input in plain text, so it takes no passwords; nobody sets one password for many rows. */
function assertWritable({ actor }: RequestContext, entity: AnyEntity, names: readonly string[]): void {
  const writable = new Set(
    writableColumns(actor, entity)
      .filter(({ sensitivity }) => sensitivity !== 'secret')
      .map(({ name }) => name),
  );
  if (names.length === 0 || !names.every((name) => writable.has(name))) throw fault('access.denied');
}

/** Errors: `row.missing`, `access.denied`, `request.query`, `bulk.too_many`, `job.busy`. */
async function start({ ctx, body }: RouteCall, jobs: JobRunner): Promise<HandlerResult> {
  const { ent, verb, query, set, clear } = startInput.parse(body);
  const entity = requireReadableEntity(ctx, ent);
  if (verb === 'edit') assertWritable(ctx, entity, [...Object.keys(set), ...clear]);
  const { last: seq } = await loadLogHead(ctx.services.db);
  const ids = await selectMatchingIds(ctx, entity, verb, await parseBulkQuery(ctx, entity, query));
  const input = { ent, verb, set: set as Record<string, Json>, clear, ids, cid: randomUUID(), seq }; // parsed JSON
  const id = await jobs.enqueue({
    kind: BULK_JOBS.change,
    subject: ent,
    input,
    adminId: ctx.actor.id,
    isExclusive: true,
  });
  return { data: { job: id, total: ids.length }, msg: translate(ctx.lang, 'success.bulk_started') };
}

/** Errors: `row.missing`, `undo.done`, `job.busy`. */
async function undo({ ctx, body }: RouteCall, jobs: JobRunner): Promise<HandlerResult> {
  const found = await requireOwnJob(ctx, jobInput.parse(body).job);
  if (!getState(found).canUndo) throw fault('row.missing');
  const { ent, cid } = storedBulkChange.parse(found.input);
  const input = { ent, cid, own_cid: randomUUID() };
  const total = Number(getState(found).changed);
  const id = await jobs.enqueue({
    kind: BULK_JOBS.undo,
    subject: input.ent,
    adminId: ctx.actor.id,
    isExclusive: true,
    input: { ...input, total },
  });
  return { data: { job: id, total } };
}

async function requireOwnJob({ services, actor }: RequestContext, id: number): Promise<StoredJob> {
  const found = Number.isSafeInteger(id) ? await loadJob(services.db, id) : undefined;
  const isBulk = found?.kind === BULK_JOBS.change || found?.kind === BULK_JOBS.undo;
  if (found === undefined || !isBulk || found.adminId !== actor.id) throw fault('row.missing');
  return found;
}

const STATUSES: ReadonlySet<string> = new Set(['waiting', 'running', 'success', 'failed', 'cancelled']);
const isStatus = (text: string): text is BulkJobState['status'] => STATUSES.has(text);

function getState({ id, kind, status, input, state, error }: StoredJob): BulkJobState {
  const isUndo = kind === BULK_JOBS.undo;
  const ids = input['ids'];
  const total = Array.isArray(ids) ? ids.length : asInteger(input['total']);
  const changed = asInteger(state[isUndo ? 'undone' : 'changed']);
  const skipped = asInteger(state[isUndo ? 'left' : 'skipped']);
  return {
    id,
    status: isStatus(status) ? status : 'failed',
    isUndo,
    total,
    done: isUndo ? changed + skipped : asInteger(state['done']),
    changed,
    skipped,
    error,
    canUndo: !isUndo && status === 'success' && changed > 0,
  };
}

/** Input of a bulk update job: the stored query and values, the rows that match, and the admin whose permissions limit it. */
import { z } from 'zod';
import { grantedRows, readableColumns, type Actor } from '../../common/entity/access';
import { findColumn } from '../../common/entity/columns';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { MAX_BULK_JOB_ROWS, type BulkVerb } from '../../common/protocol/bulkJob';
import { fault } from '../../common/protocol/faults';
import { parseQuery, type ListQuery } from '../../common/query/listQuery';
import { loadStaffActorAt } from '../access/rbac/permissionCache';
import type { RequestContext, Services } from '../context';
import { prepareQuery } from '../engine/read/targetSearch';
import { filterToSql, joinWithAnd, notDeleted, orderSql, type SqlFragment } from '../engine/read/filterToSql';
import { createRequestedFilter } from '../engine/read/readView';
import { indexHint } from '../engine/read/indexHint';
import { findSearchWindow, limitToSearchWindow } from '../engine/read/searchWindow';
import { loadLogHead } from '../live/log/changeLog';
import { loadFieldNameChanges, presentFieldName } from '../live/log/fieldNames';
import type { JobRun } from '../modules/jobs/jobKind';
import { quoteIdentifier } from '../platform/database/sql';

const jsonValue = z.unknown().transform((value) => value as Json); // parsed JSON
export const storedBulkChange = z.object({
  ent: z.string(),
  verb: z.enum(['edit', 'remove']),
  set: z.record(z.string(), jsonValue),
  clear: z.array(z.string()),
  ids: z.array(z.number()),
  /** The change-set of all its writes. */
  cid: z.uuid(),
  /** The last change when the job was made: its fields have the names of that time. */
  seq: z.number().optional(),
});
/** The input of a job that undoes a bulk change; `own_cid`: the change-set of the undo. */
export const storedBulkUndo = z.object({ cid: z.string(), own_cid: z.string() });
export type BulkChange = z.infer<typeof storedBulkChange>;

const GRANTED_VERB = { edit: 'update', remove: 'remove' } as const;

/** The rows that the actor may read and change in this way. Error: `access.denied`. */
function changeableRows(
  { services, actor }: Pick<RequestContext, 'services' | 'actor'>,
  entity: AnyEntity,
  verb: BulkVerb,
): SqlFragment {
  const [readable, changeable] = [grantedRows(actor, entity, 'read'), grantedRows(actor, entity, GRANTED_VERB[verb])];
  if (readable === undefined || changeable === undefined || entity.spec.base === 'log') throw fault('access.denied');
  const { dialect } = services.db;
  return joinWithAnd([
    filterToSql(entity, readable, dialect),
    filterToSql(entity, changeable, dialect),
    notDeleted(entity),
  ]);
}

/** Reads the parameters of a list as the list itself does. Error: `request.query`. */
export async function parseBulkQuery(
  ctx: RequestContext,
  entity: AnyEntity,
  query: Readonly<Record<string, unknown>>,
): Promise<ListQuery> {
  const parsed = parseQuery(entity, query, readableColumns(ctx.actor, entity));
  if ('issues' in parsed) throw fault('request.query', undefined, { fields: parsed.issues });
  return prepareQuery(ctx.services, ctx.actor, entity, parsed.query);
}

/** The ids of all rows that match the list of the caller, in its order. Errors: `access.denied`, `bulk.too_many`. */
export async function selectMatchingIds(
  ctx: RequestContext,
  entity: AnyEntity,
  verb: BulkVerb,
  query: ListQuery,
): Promise<readonly number[]> {
  const { services, actor } = ctx;
  const { dialect } = services.db;
  const where = joinWithAnd([
    changeableRows(ctx, entity, verb),
    filterToSql(entity, createRequestedFilter(actor, entity, query), dialect),
  ]);
  const found = await services.db.snapshot(async (tx) => {
    const shown = limitToSearchWindow(where, await findSearchWindow(tx, entity, query));
    const table = `${quoteIdentifier(entity.name)}${await indexHint(tx, dialect, entity, query)}`;
    const sql = `SELECT id FROM ${table} WHERE ${shown.sql} ORDER BY ${orderSql(entity, query.sort)} LIMIT ?`;
    return tx.rows<{ id: number }>(sql, [...shown.params, MAX_BULK_JOB_ROWS + 1]);
  });
  if (found.length > MAX_BULK_JOB_ROWS) throw fault('bulk.too_many', { max: MAX_BULK_JOB_ROWS });
  return found.map(({ id }) => Number(id));
}

/** The ids whose rows still exist and that the actor may change. Error: `access.denied`. */
export async function selectChangeableIds(
  ctx: RequestContext,
  entity: AnyEntity,
  verb: BulkVerb,
  ids: readonly number[],
): Promise<readonly number[]> {
  const { db } = ctx.services;
  const chosen = filterToSql(entity, { field: 'id', op: 'IN', value: ids }, db.dialect);
  const where = joinWithAnd([chosen, changeableRows(ctx, entity, verb)]);
  const sql = `SELECT id FROM ${quoteIdentifier(entity.name)} WHERE ${where.sql} ORDER BY id`;
  return (await db.rows<{ id: number }>(sql, [...where.params])).map(({ id }) => Number(id));
}

/** The change with the present names of its fields. Error: `design.field_gone` for a field that was removed. */
export async function withPresentFields(
  { db }: Pick<Services, 'db'>,
  entity: AnyEntity,
  change: BulkChange,
): Promise<BulkChange> {
  const { ent, set, clear, seq } = change;
  const changes = seq === undefined ? [] : await loadFieldNameChanges(db, [ent]);
  if (seq === undefined || changes.length === 0) return change;
  const present = (name: string): string => {
    const current = presentFieldName(changes, { ent, seq }, name);
    if (findColumn(entity, current) === undefined) throw fault('design.field_gone', { field: name, table: ent });
    return current;
  };
  const values = Object.entries(set).map(([name, value]) => [present(name), value] as const);
  return { ...change, set: Object.fromEntries(values), clear: clear.map(present) };
}

/** The admin who started a job, with the current permissions. Error: `access.denied`. */
export async function loadInitiator({ services, adminId }: JobRun): Promise<Actor> {
  const { last } = await loadLogHead(services.db);
  const actor = adminId === null ? undefined : await loadStaffActorAt(services, adminId, { head: last });
  if (actor === undefined) throw fault('access.denied');
  return actor;
}

/** Attachment routes other than the list: references of one file, and unused files. */
import { attachment } from '../../../common/entities/attachment';
import { grantedRows } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { joinWithAnd, notDeleted, filterToSql } from '../../engine/read/filterToSql';
import { quoteIdentifier, placeholders } from '../../platform/database/sql';
import { findUnusedFiles } from './findUnusedFiles';
import { findReferences } from './findReferences';

const MAX_UNUSED_LISTED = 500;

export function registerAttachmentRoutes({ routes: { add: route } }: ModuleServices): void {
  const common = {
    method: 'GET',
    realm: 'admin',
    access: 'admin',
    permission: 'attachment/index',
    body: 'none',
  } as const;
  route({
    ...common,
    path: '/admin/attachment/used',
    query: ['ids'],
    summary: 'List the records that use these files',
    handler: listReferences,
  });
  route({
    ...common,
    path: '/admin/attachment/orphans',
    query: [],
    summary: 'List unused files',
    handler: listUnusedFiles,
  });
}

function parseIds(value: unknown): readonly number[] {
  const texts = typeof value === 'string' ? value.split(',') : [];
  if (texts.length === 0 || texts.length > LIMITS.maxBulkIds || !texts.every((text) => /^[1-9]\d{0,14}$/.test(text)))
    throw fault('request.malformed');
  return texts.map(Number);
}

async function listReferences({ ctx, query }: RouteCall): Promise<HandlerResult> {
  const { services, actor } = ctx;
  const ids = parseIds(query['ids']);
  const scope = grantedRows(actor, attachment, 'read');
  if (scope === undefined) throw fault('access.denied');
  const list = await services.db.snapshot(async (tx) => {
    const where = joinWithAnd([
      { sql: `id IN (${placeholders(ids.length)})`, params: ids },
      filterToSql(attachment, scope, services.db.dialect),
    ]);
    const rows = await tx.rows<{ id: number; url: string }>(
      `SELECT id, url FROM ${quoteIdentifier(attachment.name)} WHERE ${where.sql}`,
      where.params,
    );
    if (rows.length === 0) throw fault('row.missing');
    return findReferences(
      { services, tx, actor },
      attachment,
      rows.map(({ id, url }) => ({ id: Number(id), url })),
    );
  });
  return { data: { list } };
}

async function listUnusedFiles({ ctx }: RouteCall): Promise<HandlerResult> {
  const { services, actor } = ctx;
  const scope = grantedRows(actor, attachment, 'read');
  if (scope === undefined) throw fault('access.denied');
  const now = Math.floor(services.clock.now() / 1000);
  const { all, visibleIds } = await services.db.snapshot(async (tx) => {
    const where = joinWithAnd([notDeleted(attachment), filterToSql(attachment, scope, services.db.dialect)]);
    const rows = await tx.rows<{ id: number }>(
      `SELECT id FROM ${quoteIdentifier(attachment.name)} WHERE ${where.sql}`,
      where.params,
    );
    return {
      all: await findUnusedFiles(tx, services.registry, attachment, now),
      visibleIds: new Set(rows.map(({ id }) => Number(id))),
    };
  });
  const list = all.filter(({ id }) => visibleIds.has(id));
  const bytes = list.reduce((sum, { size }) => sum + size, 0);
  return { data: { list: list.slice(0, MAX_UNUSED_LISTED), total: list.length, bytes } };
}

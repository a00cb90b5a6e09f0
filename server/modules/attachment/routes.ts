/** What staff asks of its files beyond the ordinary list: where one is used, and which are used nowhere. */
import { attachment } from '../../../common/entities/attachment';
import { grantedRows } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import { allOf, living, whereSql } from '../../engine/read/where';
import { ident, marks } from '../../platform/sql';
import { orphansOf } from './orphans';
import { usesOf } from './uses';

const ORPHANS_SHOWN = 500;

export function routeAttachments({ add: route }: RouteRegistry): void {
  const common = { method: 'GET', realm: 'admin', access: 'admin', node: 'attachment/index', body: 'none' } as const;
  route({
    ...{ ...common, path: '/admin/attachment/used', query: ['ids'] },
    summary: 'Which records use these files',
    handler: tellUses,
  });
  route({
    ...{ ...common, path: '/admin/attachment/orphans', query: [] },
    summary: 'Files that are used nowhere',
    handler: tellOrphans,
  });
}

function idsIn(value: unknown): readonly number[] {
  const texts = typeof value === 'string' ? value.split(',') : [];
  if (texts.length === 0 || texts.length > LIMITS.bulk || !texts.every((text) => /^[1-9]\d{0,14}$/.test(text)))
    throw fault('request.malformed');
  return texts.map(Number);
}

async function tellUses({ ctx, query }: RequestCall): Promise<HandlerResult> {
  const { services, actor } = ctx;
  const ids = idsIn(query['ids']);
  const scope = grantedRows(actor, attachment, 'read');
  if (scope === undefined) throw fault('access.denied');
  const list = await services.db.snapshot(async (tx) => {
    const where = allOf([
      { sql: `id IN (${marks(ids.length)})`, params: ids },
      whereSql(attachment, scope, services.db.dialect),
    ]);
    const rows = await tx.rows<{ id: number; url: string }>(
      `SELECT id, url FROM ${ident(attachment.name)} WHERE ${where.sql}`,
      where.params,
    );
    if (rows.length === 0) throw fault('row.missing');
    return usesOf(
      { services, tx, actor },
      attachment,
      rows.map(({ id, url }) => ({ id: Number(id), url })),
    );
  });
  return { data: { list } };
}

async function tellOrphans({ ctx }: RequestCall): Promise<HandlerResult> {
  const { services, actor } = ctx;
  const scope = grantedRows(actor, attachment, 'read');
  if (scope === undefined) throw fault('access.denied');
  const now = Math.floor(services.clock.now() / 1000);
  const { all, mine } = await services.db.snapshot(async (tx) => {
    const where = allOf([living(attachment), whereSql(attachment, scope, services.db.dialect)]);
    const rows = await tx.rows<{ id: number }>(
      `SELECT id FROM ${ident(attachment.name)} WHERE ${where.sql}`,
      where.params,
    );
    return {
      all: await orphansOf(tx, services.registry, attachment, now),
      mine: new Set(rows.map(({ id }) => Number(id))),
    };
  });
  const list = all.filter(({ id }) => mine.has(id));
  const bytes = list.reduce((sum, { size }) => sum + size, 0);
  return { data: { list: list.slice(0, ORPHANS_SHOWN), total: list.length, bytes } };
}

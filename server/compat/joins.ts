/** Columns of referenced rows, which older clients show and search as `user.nickname`: read with the permissions of the caller. */
import { canUse, readableColumns } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import { LIMITS } from '../../common/limits';
import { Fault, fault } from '../../common/protocol/faults';
import { parseQuery } from '../../common/query/listQuery';
import { truncate } from '../../common/text/normalize';
import type { WireRow } from '../../common/entity/projectRow';
import { findKioskScope } from '../access/kiosk/kioskScope';
import type { RequestContext } from '../context';
import type { Reader } from '../engine/read/reader';
import { tooManyFound } from './query/idCondition';
import type { Join } from './controllers';
import type { CompatRow, RowSource } from './rowSource';

export interface ListReader {
  readonly ctx: RequestContext;
  readonly reader: Reader;
}
interface SearchedColumn {
  readonly field: string;
  readonly operator: string;
  readonly val: unknown;
}

/**
 * The rows that match a condition, at most `LIMITS.maxBulkIds`. Error: `request.query` for an unreadable field or for more rows,
 * `server.deadline` when the response was sent already.
 */
async function findRows(
  { ctx, reader }: ListReader,
  entity: AnyEntity,
  search: SearchedColumn,
): Promise<readonly WireRow[]> {
  const rows: WireRow[] = [];
  for (let page = 1; ; page += 1) {
    if (ctx.deadline?.hasPassed) throw fault('server.deadline');
    const raw = { page: String(page), limit: String(LIMITS.maxPageSize), 'search[]': [JSON.stringify(search)] };
    const parsed = parseQuery(entity, raw, readableColumns(ctx.actor, entity));
    if ('issues' in parsed) throw fault('request.query', undefined, { fields: parsed.issues });
    const { list, total } = await reader.list(ctx, entity, parsed.query);
    if (total > LIMITS.maxBulkIds) throw tooManyFound();
    rows.push(...list);
    if (list.length === 0 || rows.length >= total) return rows;
  }
}

/** The ids of the referenced rows that match a condition. Error: `request.query` for a target that the caller may not read. */
export async function findJoinedIds(
  source: ListReader,
  { as, entity, columns }: Join,
  { field, operator, val }: SearchedColumn,
): Promise<readonly number[]> {
  const target = source.ctx.services.registry.get(entity);
  if (target === undefined) return [];
  if (!canUse(source.ctx.actor, target, 'read')) throw unknownField(`${as}.${field}`);
  const rows = await findRows(source, target, {
    field: (Object.hasOwn(columns, field) ? columns[field] : undefined) ?? field,
    operator,
    val,
  });
  return rows.map(({ id }) => Number(id));
}

const unknownField = (name: string): Fault => {
  const field = truncate(name, LIMITS.keyChars);
  return fault('request.query', undefined, { fields: [{ path: 'search', code: 'unknown_field', params: { field } }] });
};

/** Adds the columns of a join to rows. Where the caller may not read the target, the title of the reference stands for its name. */
export async function addJoin(
  rows: readonly CompatRow[],
  join: Join,
  source: RowSource,
): Promise<readonly CompatRow[]> {
  const { as, by, entity, columns } = join;
  const ids = [...new Set(rows.map((row) => row[by]).filter((id) => typeof id === 'number'))];
  const targets = new Map((await readTargets(source, entity, ids)).map((row) => [row['id'], row]));
  const getTitle = (id: unknown): string => source.refs[entity]?.[String(id)] ?? '';
  return rows.map((row) => {
    const id = row[by];
    const target = targets.get(typeof id === 'number' ? id : null);
    const joined = Object.entries(columns).map(([sent, own]) => [sent, target?.[own] ?? getTitle(id)] as const);
    return { ...row, [as]: Object.fromEntries(joined) };
  });
}

async function readTargets(source: ListReader, name: string, ids: readonly number[]): Promise<readonly WireRow[]> {
  const target = source.ctx.services.registry.get(name);
  // A kiosk display reads the lists of its cards and nothing else.
  if (target === undefined || ids.length === 0 || findKioskScope(source.ctx.actor)) return [];
  try {
    return await findRows(source, target, { field: 'id', operator: 'IN', val: ids });
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

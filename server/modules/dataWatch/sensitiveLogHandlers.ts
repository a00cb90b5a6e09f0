/** Actions of the sensitive data log: reading the visible part of a whole change, and rolling it back. */
import { stringOrEmpty } from '../../../common/json';
import { sensitiveLog } from '../../../common/entities/sensitiveLog';
import { readableColumns, writableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn, type Column, type StoredRow } from '../../../common/entity/columns';
import { projectRow, toWireValue, type WireRow } from '../../../common/entity/projectRow';
import { translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import { parseId, parseIds } from '../../engine/http/parseParams';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { InputValues, TxWriter } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Tx } from '../../context';
import { canReadHistory } from '../../engine/write/stages/canReadHistory';
import { loadFieldNameChanges, presentFieldName } from '../../live/log/fieldNames';
import { loadStoredRow, selectHistoryEntries } from '../../engine/read/storedHistory';
import { loadLogEntries, requireWatchedEntity, applyEach } from './logEntries';

interface HistoricValues {
  readonly before: Json;
  readonly after: Json;
  /** Revision of the row after the transaction. */
  readonly revision: number;
}

/** The complete values from the record's history; the entry has truncated ones. */
async function loadHistoricValues(
  tx: Pick<Tx, 'rows'>,
  entity: AnyEntity,
  entry: StoredRow,
  field: string,
): Promise<HistoricValues | undefined> {
  const found = await selectHistoryEntries(tx, 'cid = ? AND ent = ? AND eid = ? ORDER BY seq', [
    ...[stringOrEmpty(entry['cid']), entity.name],
    Number(entry['id_value']),
  ]);
  const fieldChanges = found.flatMap(({ diff, revision }) => {
    const step = diff[field];
    return step ? [{ before: step[0], after: step[1], revision }] : [];
  });
  const [first, last] = [fieldChanges[0], found.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { before: first.before, after: fieldChanges.at(-1)?.after ?? null, revision: last.revision };
}

/** The column of an entry under its present name; undefined when it was removed. An entry keeps the name of its time. */
async function findWatchedColumn(
  tx: Pick<Tx, 'rows'>,
  entity: AnyEntity,
  entry: StoredRow,
): Promise<Column | undefined> {
  const name = stringOrEmpty(entry['data_field']);
  const changes = await loadFieldNameChanges(tx, [entity.name]);
  if (changes.length === 0) return findColumn(entity, name);
  const [first] = await tx.rows<{ readonly seq: number | null }>(
    'SELECT MIN(seq) AS seq FROM record_history WHERE cid = ? AND ent = ? AND eid = ?',
    [stringOrEmpty(entry['cid']), entity.name, Number(entry['id_value'])],
  );
  const position = { ent: entity.name, seq: Number(first?.seq ?? 0) };
  return findColumn(entity, presentFieldName(changes, position, name));
}

const canReadField = (ctx: Pick<RequestContext, 'actor'>, entity: AnyEntity, field: unknown): boolean =>
  readableColumns(ctx.actor, entity).some(({ name }) => name === field);

export async function getSensitiveChange({ ctx, query }: RouteCall): Promise<HandlerResult> {
  const id = parseId(query['id']);
  const row = await ctx.services.db.snapshot(async (tx): Promise<WireRow> => {
    const [entry] = await loadLogEntries({ tx, ctx }, sensitiveLog, [id]);
    if (entry === undefined) throw fault('row.missing');
    const entity = requireWatchedEntity(ctx, entry);
    const projected = projectRow(sensitiveLog, entry, readableColumns(ctx.actor, sensitiveLog));
    const currentRow = await loadStoredRow(tx, entity, Number(entry['id_value']));
    const column = await findWatchedColumn(tx, entity, entry);
    const isAllowed = canReadHistory(ctx.actor, entity, currentRow) && canReadField(ctx, entity, column?.name);
    const historic = isAllowed && column ? await loadHistoricValues(tx, entity, entry, column.name) : undefined;
    if (historic === undefined || column === undefined) return projected;
    return { ...projected, before: toWireValue(column, historic.before), after: toWireValue(column, historic.after) };
  });
  return { data: { row } };
}

/** A normal edit with the caller's permissions, based on the entry's new value, so that it never overwrites later changes. */
export async function rollBackChanges({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const ids = parseIds(body['ids'] ?? body['id']);
  const data = await writer.changeSet(
    { ...ctx, channel: 'undo' },
    { verb: 'rollback', about: truncate(`${sensitiveLog.name}: ${ids.join(', ')}`, 200), input: { ids } },
    async (writer, hook) => {
      const entries = await loadLogEntries({ tx: hook.tx, ctx: hook }, sensitiveLog, ids);
      return applyEach(hook, entries, (entity, entry) =>
        rollBackEntry({ ctx: hook, tx: hook.tx, writer }, entity, entry),
      );
    },
  );
  return { data, msg: translate(ctx.lang, 'success.saved') };
}

async function rollBackEntry(
  { ctx, tx, writer }: { readonly ctx: RequestContext; readonly tx: Tx; readonly writer: TxWriter },
  entity: AnyEntity,
  entry: StoredRow,
): Promise<void> {
  const column = await findWatchedColumn(tx, entity, entry);
  if (column === undefined)
    throw fault('design.field_gone', { field: stringOrEmpty(entry['data_field']), table: entity.name });
  const historic = await loadHistoricValues(tx, entity, entry, column.name);
  // The history contains no secrets, and columns that only hooks write cannot be rolled back by hand.
  const isAllowed = writableColumns(ctx.actor, entity).some(({ name }) => name === column.name);
  if (!isAllowed || historic === undefined) throw fault('access.denied');
  const id = Number(entry['id_value']);
  const [base, values]: [InputValues, InputValues] = [
    { [column.name]: toWireValue(column, historic.after) },
    { [column.name]: toWireValue(column, historic.before) },
  ];
  await writer.update(entity, { ...values, id, revision: historic.revision, _base: base as Record<string, Json> });
}

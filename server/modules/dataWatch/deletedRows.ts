/** Actions of the recycle log: reading the visible part of a deleted row, and restoring it. */
import { asString, isObject } from '../../../common/json';
import { RECYCLE_LOG_STATUS, recycleLog } from '../../../common/entities/recycleLog';
import { readableColumns } from '../../../common/entity/access';
import type { Column, StoredRow } from '../../../common/entity/columns';
import { projectRow, type WireRow } from '../../../common/entity/projectRow';
import { translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import { parseId, parseIds } from '../../engine/http/parseParams';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import { isRemoved } from '../../engine/write/stages/authorize';
import type { Writer } from '../../engine/write/writer';
import type { Tx } from '../../context';
import { loadFieldNameChanges, withPresentNames, type FieldNameChange } from '../../live/log/fieldNames';
import { placeholders } from '../../platform/database/sql';
import { canReadHistory } from '../../engine/write/stages/canReadHistory';
import { loadStoredRow } from '../../engine/read/storedHistory';
import { loadLogEntries, requireWatchedEntity, applyEach } from './logEntries';

/** The entry with the stored row for readers who may see deleted rows; otherwise, or after a purge, with the logged values. */
export async function getDeletedRow({ ctx, query }: RouteCall): Promise<HandlerResult> {
  const { services, actor } = ctx;
  const id = parseId(query['id']);
  const row = await services.db.snapshot(async (tx): Promise<WireRow> => {
    const [entry] = await loadLogEntries({ tx, ctx }, recycleLog, [id]);
    if (entry === undefined) throw fault('row.missing');
    const entity = requireWatchedEntity(ctx, entry);
    const stored = await loadStoredRow(tx, entity, Number(entry['id_value']));
    const projected = projectRow(recycleLog, entry, readableColumns(actor, recycleLog));
    if (!canReadHistory(actor, entity, stored)) return { ...projected, data: null };
    const columns = readableColumns(actor, entity);
    const isStillStored = stored !== undefined && isRemoved(stored);
    return {
      ...projected,
      data: isStillStored ? projectRow(entity, stored, columns) : await loggedValues(tx, entry, columns),
    };
  });
  return { data: { row } };
}

/** The logged values of those columns under their present names; restricted values are masked already. */
async function loggedValues(tx: Pick<Tx, 'rows'>, entry: StoredRow, columns: readonly Column[]): Promise<WireRow> {
  const data = entry['data'];
  if (!isObject(data)) return {};
  const ent = asString(entry['data_table'], 64);
  const changes = await listLaterNameChanges(tx, ent, Number(entry['create_time']));
  const readable = new Set(columns.map(({ name }) => name));
  const present = withPresentNames(changes, { ent, seq: 0 }, data);
  return Object.fromEntries(Object.entries(present).filter(([name]) => readable.has(name)));
}

/** The changes of field names since a time in seconds: an entry of the log keeps the names of its time. */
async function listLaterNameChanges(
  tx: Pick<Tx, 'rows'>,
  ent: string,
  since: number,
): Promise<readonly FieldNameChange[]> {
  const changes = await loadFieldNameChanges(tx, [ent]);
  if (changes.length === 0) return [];
  const records = await tx.rows<{ readonly id: number; readonly create_time: number }>(
    `SELECT id, create_time FROM crud_record WHERE id IN (${placeholders(changes.length)})`,
    changes.map(({ recordId }) => recordId),
  );
  const later = new Set(records.filter((record) => Number(record.create_time) >= since).map(({ id }) => Number(id)));
  return changes.filter(({ recordId }) => later.has(recordId));
}

/** Restores the rows that are still deleted, with the caller's permissions and the restore of their own entity. */
export async function restoreDeletedRows({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const ids = parseIds(body['ids'] ?? body['id']);
  const data = await writer.changeSet(
    ctx,
    { verb: 'restore', about: truncate(`${recycleLog.name}: ${ids.join(', ')}`, 200), input: { ids } },
    async (writer, hook) => {
      const entries = await loadLogEntries({ tx: hook.tx, ctx: hook }, recycleLog, ids);
      return applyEach(hook, entries, async (entity, entry) => {
        const row = Number(entry['id_value']);
        const stored = await loadStoredRow(hook.tx, entity, row);
        if (entry['event'] !== RECYCLE_LOG_STATUS.deleted || (stored && !isRemoved(stored)))
          throw fault('recycle.back');
        await writer.restore(entity, [row]);
      });
    },
  );
  return { data, msg: translate(ctx.lang, 'success.restored') };
}

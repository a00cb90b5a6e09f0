/** Actions of the recycle log: reading the visible part of a deleted row, and restoring it. */
import { isObject } from '../../../common/json';
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
    return { ...projected, data: isStillStored ? projectRow(entity, stored, columns) : loggedValues(entry, columns) };
  });
  return { data: { row } };
}

/** The logged values of those columns; restricted values are masked already. */
function loggedValues(entry: StoredRow, columns: readonly Column[]): WireRow {
  const data = entry['data'];
  if (!isObject(data)) return {};
  const readable = new Set(columns.map(({ name }) => name));
  return Object.fromEntries(Object.entries(data).filter(([name]) => readable.has(name)));
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

/** The recycle log's two further verbs: the whole of what was deleted, as far as its reader may see it, and bringing it back. */
import { RECYCLING, recycleLog } from '../../../../common/entities/recycleLog';
import { readableColumns } from '../../../../common/entity/access';
import type { Column, StoredRow } from '../../../../common/entity/meta';
import { project, type Wire } from '../../../../common/entity/project';
import { say } from '../../../../common/locales/words';
import { fault } from '../../../../common/protocol/faults';
import { beginning } from '../../../../common/text/clean';
import { parseId, parseIds } from '../../../engine/http/parseParams';
import type { RequestCall, HandlerResult } from '../../../engine/http/routeRegistry';
import { isRemoved } from '../../../engine/write/authorize';
import type { Writer } from '../../../engine/write/writer';
import { maySeePast, storedRow } from '../read';
import { linesOf, nounOf, tryEach } from './entries';

/** The line, and for those who may see what is gone the row as it lies in its table, while it does; else what was noted of it. */
export async function tellDeleted({ ctx, query }: RequestCall): Promise<HandlerResult> {
  const { services, actor } = ctx;
  const id = parseId(query['id']);
  const row = await services.db.snapshot(async (tx): Promise<Wire> => {
    const [line] = await linesOf({ tx, ctx }, recycleLog, [id]);
    if (line === undefined) throw fault('row.missing');
    const entity = nounOf(ctx, line);
    const kept = await storedRow(tx, entity, Number(line['id_value']));
    const told = project(recycleLog, line, readableColumns(actor, recycleLog));
    if (!maySeePast(actor, entity, kept)) return { ...told, data: null };
    const columns = readableColumns(actor, entity);
    const lies = kept !== undefined && isRemoved(kept);
    return { ...told, data: lies ? project(entity, kept, columns) : noted(line, columns) };
  });
  return { data: { row } };
}

/** What a line noted of those columns: values that not everybody may see are covered already. */
function noted(line: StoredRow, columns: readonly Column[]): Wire {
  const data = line['data'];
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {};
  const readable = new Set(columns.map(({ name }) => name));
  return Object.fromEntries(Object.entries(data).filter(([name]) => readable.has(name)));
}

/** As many as are still deleted come back, with the rights of who asks; each by the restore of its own table. */
export async function restoreDeleted({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  const ids = parseIds(body['ids'] ?? body['id']);
  const data = await writer.changeSet(
    ctx,
    { verb: 'restore', about: beginning(`${recycleLog.name}: ${ids.join(', ')}`, 200), input: { ids } },
    async (writer, hook) => {
      const lines = await linesOf({ tx: hook.tx, ctx: hook }, recycleLog, ids);
      return tryEach(hook, lines, async (entity, line) => {
        const row = Number(line['id_value']);
        const kept = await storedRow(hook.tx, entity, row);
        if (line['event'] !== RECYCLING.deleted || (kept && !isRemoved(kept))) throw fault('recycle.back');
        await writer.restore(entity, [row]);
      });
    },
  );
  return { data, msg: say(ctx.lang, 'done.restored') };
}

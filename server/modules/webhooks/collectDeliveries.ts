/** Reads new changes of the change log and stores a delivery for each webhook that chose the event and whose owner may see the row. */
import { webhookDelivery } from '../../../common/entities/webhookDelivery';
import { grantedRows, readableColumns, type Actor } from '../../../common/entity/access';
import { projectRow } from '../../../common/entity/projectRow';
import type { StoredRow } from '../../../common/entity/columns';
import { eventOfChange, isEventChosen } from '../../../common/protocol/webhookEvents';
import { compileFilter } from '../../../common/query/compileFilter';
import { loadStaffActorAt } from '../../access/rbac/permissionCache';
import type { Services } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { CHANGE_OPS, loadChangesAfter, loadLogHead, type LoggedChange } from '../../live/log/changeLog';
import { reconstructRowBefore } from '../../live/topics/projectChange';
import { systemContext } from '../../platform/systemContext';

const BATCH_CHANGES = 500;
/** Deliveries of one transaction. */
const BATCH_DELIVERIES = 200;
const MAX_BODY_CHARS = 100_000;

interface ActiveWebhook {
  readonly id: number;
  readonly adminId: number;
  readonly events: readonly string[];
  readonly sinceSeq: number;
}
type NewDelivery = Readonly<Record<string, string | number>>;

export interface Collected {
  /** Further changes wait. */
  readonly hasMore: boolean;
  readonly hasWebhooks: boolean;
}
/** Stores the deliveries of the next changes. */
export async function collectDeliveries(services: Services, writer: Writer): Promise<Collected> {
  const { db } = services;
  const { last, low } = await loadLogHead(db);
  const cursor = await loadCursor(services, last);
  const webhooks = await loadActiveWebhooks(services);
  const hasWebhooks = webhooks.length > 0;
  if (cursor >= last) return { hasMore: false, hasWebhooks };
  if (!hasWebhooks) {
    await db.transact((tx) => moveCursor(tx, cursor, last));
    return { hasMore: false, hasWebhooks };
  }
  const changes = await loadChangesAfter(db, Math.max(cursor, low - 1), BATCH_CHANGES);
  const next = changes.at(-1)?.seq ?? last;
  const newRows: NewDelivery[] = [];
  for (const webhook of webhooks) {
    const chosen = changes.filter((change) => isChosen(webhook, change));
    const actor = chosen.length === 0 ? undefined : await loadStaffActorAt(services, webhook.adminId, { head: last });
    if (actor === undefined) continue;
    for (const change of chosen) {
      const values = toDelivery(services, webhook, actor, change);
      if (values !== undefined) newRows.push(values);
    }
  }
  await writer.inTransaction(systemContext(services, 'webhooks'), async (txWriter, hook) => {
    // Another node was first.
    if ((await moveCursor(hook.tx, cursor, next)) === 0) return;
    for (let start = 0; start < newRows.length; start += BATCH_DELIVERIES)
      await txWriter.createMany(webhookDelivery, newRows.slice(start, start + BATCH_DELIVERIES));
  });
  return { hasMore: next < last, hasWebhooks };
}

type Rows = Pick<Services['db'], 'rows'>;
async function loadCursor({ db }: Services, last: number): Promise<number> {
  const read = async (tx: Rows) =>
    (await tx.rows<{ seq: number }>('SELECT seq FROM `webhook_cursor` WHERE id = 1'))[0]?.seq;
  const known = await read(db);
  if (known !== undefined) return Number(known);
  return db.transact(async (tx) => {
    const stored = await read(tx);
    if (stored === undefined) await tx.run('INSERT INTO `webhook_cursor` (id, seq) VALUES (1, ?)', [last]);
    return Number(stored ?? last);
  });
}
const moveCursor = async (
  tx: { readonly run: (sql: string, params: readonly number[]) => Promise<{ readonly changes: number }> },
  from: number,
  to: number,
): Promise<number> =>
  (await tx.run('UPDATE `webhook_cursor` SET seq = ? WHERE id = 1 AND seq = ?', [to, from])).changes;

async function loadActiveWebhooks({ db }: Services): Promise<readonly ActiveWebhook[]> {
  const rows = await db.rows<{ id: number; admin_id: number | null; events: string; since_seq: number }>(
    'SELECT id, admin_id, events, since_seq FROM `webhook` WHERE status = 1 AND delete_time IS NULL',
  );
  return rows.map(({ id, admin_id, events, since_seq }) => ({
    id: Number(id),
    adminId: Number(admin_id ?? 0),
    sinceSeq: Number(since_seq),
    events: JSON.parse(events) as string[], // the column is a list of texts
  }));
}

function isChosen({ events, sinceSeq }: ActiveWebhook, change: LoggedChange): boolean {
  const event = eventOfChange(change);
  return event !== undefined && change.seq > sinceSeq && isEventChosen(events, event);
}

/** The delivery of a change; undefined when the owner of the webhook may not see the row. */
function toDelivery(
  { registry }: Services,
  { id, adminId }: ActiveWebhook,
  actor: Actor,
  change: LoggedChange,
): NewDelivery | undefined {
  const entity = registry.get(change.entityName);
  const granted = entity && grantedRows(actor, entity, 'read');
  const row: StoredRow | null = change.image ?? reconstructRowBefore(change);
  const event = eventOfChange(change);
  if (!entity || entity.spec.personal === true || granted === undefined || row === null || event === undefined)
    return undefined;
  if (!compileFilter(entity, granted)(row)) return undefined;
  const columns = readableColumns(actor, entity).filter(({ long }) => !long);
  const names = new Set(columns.map(({ name }) => name));
  const body = JSON.stringify({
    event,
    entity: entity.name,
    id: change.rowId,
    revision: change.revision,
    at: Math.floor(change.at / 1000),
    changed:
      change.op === CHANGE_OPS.updated
        ? Object.keys(change.previousValues ?? {}).filter((name) => names.has(name))
        : [],
    row: projectRow(entity, row, columns),
  });
  if (body.length > MAX_BODY_CHARS) return undefined;
  return { webhook_id: id, admin_id: adminId, event, row_id: change.rowId, slot: `${id}:${change.seq}`, body };
}

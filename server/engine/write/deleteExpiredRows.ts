/**
 * Retention: prunes logs by deleting the rows of entities with `keptDays` that many days after their creation, a few hundred per transaction.
 * The audit log (`admin_log`) is append-only and never pruned. The recycle bin is never emptied by age: soft-deleted rows stay until
 * somebody deletes them for good.
 */
import { randomUUID } from 'node:crypto';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Services, Tx } from '../../context';
import { CHANGE_OPS, appendChanges, type ChangeToLog } from '../../live/log/changeLog';
import { placeholders, quoteIdentifier } from '../../platform/database/sql';
import { decodeRow } from '../schema/model';
import { toLoggedRow } from './stages/recordChange';

const BATCH_ROWS = 500;
const DAY_SECONDS = 86_400;
/** Seconds by which rows are deleted later, because the clocks of two nodes may differ. */
const MAX_CLOCK_SKEW_SECONDS = 3_600;

type RetentionServices = Pick<Services, 'db' | 'clock' | 'registry' | 'live'>;

/** Deletes the rows and logs each deletion, so that lists and counters follow. Returns their number. */
export async function deleteExpiredRows(services: RetentionServices): Promise<number> {
  let deleted = 0;
  for (const entity of services.registry.all) {
    const { keptDays } = entity.spec;
    if (keptDays === undefined) continue;
    const before = Math.floor(services.clock.now() / 1000) - keptDays * DAY_SECONDS - MAX_CLOCK_SKEW_SECONDS;
    for (let count = BATCH_ROWS; count === BATCH_ROWS; deleted += count)
      count = await services.db.transact((tx) => deleteBatch(services, tx, entity, before));
  }
  if (deleted > 0) services.live.wakeTailer();
  return deleted;
}

async function deleteBatch(
  { db, clock }: RetentionServices,
  tx: Tx,
  entity: AnyEntity,
  before: number,
): Promise<number> {
  const table = quoteIdentifier(entity.name);
  const found = await tx.rows<Readonly<Record<string, unknown>>>(
    `SELECT * FROM ${table} WHERE create_time < ? ORDER BY id LIMIT ${BATCH_ROWS}`,
    [before],
  );
  if (found.length === 0) return 0;
  const rows = found.map((row) => decodeRow(entity, row));
  const ids = rows.map((row) => Number(row['id']));
  await tx.run(`DELETE FROM ${table} WHERE id IN (${placeholders(ids.length)})`, ids);
  const changes = rows.map((row): ChangeToLog => ({
    entityName: entity.name,
    rowId: Number(row['id']),
    revision: Number(row['revision']) + 1,
    op: CHANGE_OPS.purged,
    image: null,
    previousValues: toLoggedRow(entity, row),
    actor: 'system',
    actorName: 'system',
    idempotencyKey: null,
    cid: randomUUID(),
    at: clock.now(),
  }));
  await appendChanges(tx, db.dialect, { changes, history: [] });
  return ids.length;
}

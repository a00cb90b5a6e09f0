/** Reads the version history of a record: the last actor who changed each field since a revision. */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import type { ActorRef } from '../../../../common/protocol/liveEvents';
import type { Tx } from '../../../context';
import { loadFieldNameChanges, withPresentNames } from '../../../live/log/fieldNames';
import type { UnitOfWork } from '../context/openUnitOfWork';
import type { ChangedField } from './merge';

/** Entries read at most. Of older ones only the author's name is missing in the response. */
const MAX_ENTRIES = 200;

interface HistoryRow {
  readonly seq: number;
  readonly actor: string;
  readonly actor_name: string;
  readonly at: number;
  readonly diff: string;
}

/** For each field the latest change after the revision that the caller read. */
export async function loadChangesSince(
  tx: Pick<Tx, 'rows'>,
  entity: AnyEntity,
  body: { readonly id: number; readonly revision?: number },
): Promise<Map<string, ChangedField>> {
  const rows = await tx.rows<HistoryRow>(
    'SELECT seq, actor, actor_name, `at`, diff FROM record_history WHERE ent = ? AND eid = ? AND revision > ? ' +
      `ORDER BY revision LIMIT ${MAX_ENTRIES}`,
    [entity.name, body.id, body.revision ?? 0],
  );
  const since = new Map<string, ChangedField>();
  const nameChanges = rows.length === 0 ? [] : await loadFieldNameChanges(tx, [entity.name]);
  for (const { seq, actor, actor_name: name, at, diff } of rows) {
    const stored = JSON.parse(diff) as Record<string, readonly [Json, Json]>; // `recordChange` wrote it
    const changed = withPresentNames(nameChanges, { ent: entity.name, seq: Number(seq) }, stored);
    for (const [field, [before]] of Object.entries(changed)) {
      since.set(field, { before: since.get(field)?.before ?? before, by: { id: actor, name }, at: Number(at) });
    }
  }
  return since;
}

/** The actor who changed a row last. */
export async function findLastActor(unit: UnitOfWork, entity: AnyEntity, id: number): Promise<ActorRef> {
  const [row] = await unit.tx.rows<Pick<HistoryRow, 'actor' | 'actor_name'>>(
    'SELECT actor, actor_name FROM record_history WHERE ent = ? AND eid = ? ORDER BY revision DESC LIMIT 1',
    [entity.name, id],
  );
  return { id: row?.actor ?? '', name: row?.actor_name ?? '' };
}

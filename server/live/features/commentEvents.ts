/** Live events of comments: notifies the clients that can read a record that its comments changed, without the text. */
import { grantedRows, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import type { Registry } from '../../../common/entity/registry';
import { compileFilter } from '../../../common/query/compileFilter';
import type { LogEntry } from '../log/tailer';
import type { LoadRow } from '../presence/liveRowCache';
import type { LiveFeature } from '../sockets/liveFeature';

const COMMENT = 'comment';

interface CommentedRecord {
  readonly entity: AnyEntity;
  readonly id: number;
}
/** The records whose comments changed, each once. */
function findCommentedRecords(registry: Registry, batch: readonly LogEntry[]): readonly CommentedRecord[] {
  const records = new Map<string, CommentedRecord>();
  for (const { change } of batch) {
    const row = change.entityName === COMMENT ? (change.image ?? change.previousValues) : null;
    const name = row?.['ent'];
    const entity = typeof name === 'string' ? registry.get(name) : undefined;
    const id = Number(row?.['record_id']);
    if (entity !== undefined) records.set(`${entity.name}/${id}`, { entity, id });
  }
  return [...records.values()];
}

function canRead(actor: Actor, entity: AnyEntity, row: StoredRow): boolean {
  const rows = grantedRows(actor, entity, 'read');
  return rows !== undefined && compileFilter(entity, rows)(row);
}

/** Sends `comments` to every connected admin who can read the record. */
export const createCommentEvents = (loadRow: LoadRow): LiveFeature => ({
  name: 'comments',
  start: ({ registry, connections }) => ({
    afterBatch: async (batch) => {
      for (const { entity, id } of findCommentedRecords(registry, batch)) {
        const row = await loadRow(entity, id);
        if (row === undefined || (row['delete_time'] ?? null) !== null) continue;
        for (const { realm, actor, socket } of connections.values())
          if (realm === 'admin' && canRead(actor, entity, row)) socket.emit('comments', { e: entity.name, id });
      }
    },
  }),
});

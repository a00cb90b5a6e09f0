/** Saved views follow the change log, so that windows on every node hear of them: their owner's, and everybody's who may see the list where one is shared. */
import { randomUUID } from 'node:crypto';
import { grantedRows } from '../../../common/entity/access';
import type { Registry } from '../../../common/entity/registry';
import type { Db, Tx } from '../../context';
import { appendChanges } from '../log/changeLog';
import type { Fanout } from '../topics/fanout';
import type { Connection } from './connection';

/** No noun: what the log calls a saved view. */
const SAVED_VIEW = 'saved_view';

export interface SavedViewChange {
  readonly admin: number;
  /** The entity whose list it is a view of. */
  readonly e: string;
  /** Whether others see it, or saw it until now. */
  readonly shared: boolean;
}
/** The last step of the transaction that keeps or drops a view. */
export async function logSavedViewChange(
  tx: Tx,
  dialect: Db['dialect'],
  { admin, e, shared }: SavedViewChange,
  at: number,
): Promise<void> {
  const author = { actor: `admin:${admin}`, actor_name: '', mid: null, cid: randomUUID() };
  const img = { e, admin_id: admin, shared: shared ? 1 : 0 };
  const change = { ...author, ent: SAVED_VIEW, eid: 0, ver: 0, op: 'x' as const, img, prev: null, at };
  await appendChanges(tx, dialect, { changes: [change], history: [] });
}

/** Tells of views once what happened before them was told. */
export function withSavedViewEvents(
  processBatch: Fanout['processBatch'],
  registry: Registry,
  connections: ReadonlyMap<string, Connection>,
): Fanout['processBatch'] {
  return async (batch) => {
    await processBatch(batch);
    for (const { change } of batch) {
      if (change.ent !== SAVED_VIEW || change.img === null) continue;
      const entityName = change.img['e'];
      const entity = typeof entityName === 'string' ? registry.get(entityName) : undefined;
      if (entity === undefined) continue;
      for (const { realm, actor, socket } of connections.values()) {
        if (realm !== 'admin') continue;
        const isVisible = change.img['shared'] === 1 || change.img['admin_id'] === actor.id;
        if (isVisible && grantedRows(actor, entity, 'read') !== undefined) socket.emit('views', { e: entity.name });
      }
    }
  };
}

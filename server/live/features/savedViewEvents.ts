/** Live events of saved views: notifies the clients of every node of changed views, from the change log. */
import { randomUUID } from 'node:crypto';
import { grantedRows } from '../../../common/entity/access';
import type { Db, Tx } from '../../context';
import { appendChanges } from '../log/changeLog';
import type { LiveFeature } from '../sockets/liveFeature';

/** Pseudo-entity: the change log records changes of saved views under this name. */
const SAVED_VIEW = 'saved_view';

export interface SavedViewChange {
  readonly admin: number;
  /** The entity of the list. */
  readonly e: string;
  /** Whether other admins see the view, or saw it before the change. */
  readonly shared: boolean;
}
/** Appends the change of a view to the change log. It must be the last step of the transaction. */
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

/** Sends `views` to the owner of a changed view, and for a shared one to every admin who may read the list. */
export const createSavedViewEvents = (): LiveFeature => ({
  name: 'savedViews',
  start: ({ registry, connections }) => ({
    afterBatch: (batch) => {
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
    },
  }),
});

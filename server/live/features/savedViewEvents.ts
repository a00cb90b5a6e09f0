/** Live events of saved views: notifies the clients of every node of changed views, from the change log. */
import { randomUUID } from 'node:crypto';
import { grantedRows } from '../../../common/entity/access';
import type { Db, Tx } from '../../context';
import { CHANGE_OPS, appendChanges } from '../log/changeLog';
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
  const author = { actor: `admin:${admin}`, actorName: '', idempotencyKey: null, cid: randomUUID() };
  const image = { e, admin_id: admin, shared: shared ? 1 : 0 };
  const change = {
    ...author,
    entityName: SAVED_VIEW,
    rowId: 0,
    revision: 0,
    op: CHANGE_OPS.purged,
    image,
    previousValues: null,
    at,
  };
  await appendChanges(tx, dialect, { changes: [change], history: [] });
}

/** Sends `views` to the owner of a changed view, and for a shared one to every admin who may read the list. */
export const createSavedViewEvents = (): LiveFeature => ({
  name: 'savedViews',
  start: ({ registry, connections }) => ({
    afterBatch: (batch) => {
      for (const { change } of batch) {
        if (change.entityName !== SAVED_VIEW || change.image === null) continue;
        const entityName = change.image['e'];
        const entity = typeof entityName === 'string' ? registry.get(entityName) : undefined;
        if (entity === undefined) continue;
        for (const { realm, actor, socket } of connections.values()) {
          if (realm !== 'admin') continue;
          const isVisible = change.image['shared'] === 1 || change.image['admin_id'] === actor.id;
          if (isVisible && grantedRows(actor, entity, 'read') !== undefined) socket.emit('views', { e: entity.name });
        }
      }
    },
  }),
});

/** Saved views follow the change log, so that windows on every node hear of them: their owner's, and everybody's who may see the list where one is shared. */
import { randomUUID } from 'node:crypto';
import { grantedRows } from '../../common/entity/access';
import type { Registry } from '../../common/entity/registry';
import type { Db, Tx } from '../context';
import { appendChanges } from './log';
import type { Passes } from './passes';
import type { Peer } from './peer';

/** No noun: what the log calls a saved view. */
const VIEW = 'saved_view';

export interface ViewChange {
  readonly admin: number;
  /** The entity whose list it is a view of. */
  readonly e: string;
  /** Whether others see it, or saw it until now. */
  readonly shared: boolean;
}
/** The last step of the transaction that keeps or drops a view. */
export async function logView(
  tx: Tx,
  dialect: Db['dialect'],
  { admin, e, shared }: ViewChange,
  at: number,
): Promise<void> {
  const who = { actor: `admin:${admin}`, actor_name: '', mid: null, cid: randomUUID() };
  const img = { e, admin_id: admin, shared: shared ? 1 : 0 };
  const change = { ...who, ent: VIEW, eid: 0, ver: 0, op: 'x' as const, img, prev: null, at };
  await appendChanges(tx, dialect, { changes: [change], history: [] });
}

/** Tells of views once what happened before them was told. */
export function followViews(
  take: Passes['take'],
  registry: Registry,
  peers: ReadonlyMap<string, Peer>,
): Passes['take'] {
  return async (batch) => {
    await take(batch);
    for (const { change } of batch) {
      if (change.ent !== VIEW || change.img === null) continue;
      const named = change.img['e'];
      const entity = typeof named === 'string' ? registry.get(named) : undefined;
      if (entity === undefined) continue;
      for (const { realm, actor, socket } of peers.values()) {
        if (realm !== 'admin') continue;
        const concerned = change.img['shared'] === 1 || change.img['admin_id'] === actor.id;
        if (concerned && grantedRows(actor, entity, 'read') !== undefined) socket.emit('views', { e: entity.name });
      }
    }
  };
}

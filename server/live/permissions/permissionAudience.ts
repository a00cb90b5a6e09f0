/** Maps changes of the log to the principals whose permissions, row scopes or sessions they affect. */
import { randomUUID } from 'node:crypto';
import type { CommittedChange, Db, Tx } from '../../context';
import { CHANGE_OPS, appendChanges, type LoggedChange } from '../log/changeLog';

/** The principals whose permissions a change may affect; `staff`, `members` and `kiosks` mean all of a kind. */
export type PermissionAudience = 'staff' | 'members' | 'kiosks' | readonly string[];
const principals = (prefix: string, ...ids: unknown[]): PermissionAudience => [
  ...new Set(ids.filter((id) => typeof id === 'number').map((id) => `${prefix}:${id}`)),
];
/** Pseudo-entity: the change log records the end of sessions under this name. */
const SESSION_ENDED = 'session';
/**
 * Appends the end of a principal's sessions to the change log, so that every node rechecks its connections in log order. It must be the
 * last step of the transaction.
 */
export async function logSessionEnd(tx: Tx, dialect: Db['dialect'], principal: string, at: number): Promise<void> {
  const author = { actor: principal, actorName: '', idempotencyKey: null, cid: randomUUID() };
  const change = {
    ...author,
    entityName: SESSION_ENDED,
    rowId: 0,
    revision: 0,
    op: CHANGE_OPS.purged,
    image: null,
    previousValues: null,
    at,
  };
  await appendChanges(tx, dialect, { changes: [change], history: [] });
}

/** The columns of a member that decide its identity and access. Its other columns change with every ledger entry. */
const MEMBER_ACCESS_COLUMNS = ['status', 'group_id', 'username', 'nickname', 'delete_time'];

/** By entity: those of sign-in and permissions, which `server/access` reads. */
const AUDIENCE_BY_ENTITY: Readonly<Record<string, (change: CommittedChange) => PermissionAudience | undefined>> = {
  admin: ({ rowId }) => principals('admin', rowId),
  admin_group: () => 'staff',
  board: () => 'kiosks',
  preference: ({ image }) => (image?.['name'] === 'dashboard' ? 'kiosks' : undefined),
  wall_screen: () => 'kiosks',
  api_token: ({ image, previousValues }) => principals('admin', image?.['admin_id'], previousValues?.['admin_id']),
  menu_rule: () => 'staff',
  user: ({ rowId, op, previousValues }) =>
    op === CHANGE_OPS.updated && previousValues && !MEMBER_ACCESS_COLUMNS.some((name) => name in previousValues)
      ? []
      : principals('member', rowId),
  user_group: () => 'members',
  user_rule: () => 'members',
  enterprise_staff: ({ image, previousValues }) => principals('member', image?.['uid'], previousValues?.['uid']),
  [SESSION_ENDED]: ({ actor }) => [actor],
};
/** Whether an admin was added, removed or changed group: the row scopes of other admins depend on that. A sign-in does not. */
export const changesRowScopes = ({ entityName, op, previousValues }: CommittedChange): boolean =>
  entityName === 'admin' && (op !== CHANGE_OPS.updated || previousValues === null || 'group_arr' in previousValues);
/** Undefined when the change affects no permissions. */
export const resolveAudience = (change: CommittedChange): PermissionAudience | undefined =>
  AUDIENCE_BY_ENTITY[change.entityName]?.(change);
/** The principals whose sessions a change ended or may have ended. A new row ends none: its owner may be connected before the change is read. */
export function findSignedOutPrincipals(change: LoggedChange): readonly string[] {
  const { entityName, op, previousValues } = change;
  const removed = op === CHANGE_OPS.deleted || op === CHANGE_OPS.purged;
  const endsSessions =
    entityName === SESSION_ENDED ||
    (entityName === 'user' && (removed || (previousValues !== null && 'status' in previousValues)));
  const audience = endsSessions ? resolveAudience(change) : undefined;
  return typeof audience === 'object' ? audience : [];
}

/** What a connection may do in a shared draft now: its permissions and the stored row decide. */
import { grantedRows, hasPermission, writableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn, type StoredRow } from '../../../common/entity/columns';
import { permissionKey, SUGGEST_ACTION } from '../../../common/entity/permissionKeys';
import { lockedState } from '../../../common/entity/lockedState';
import { compileFilter } from '../../../common/query/compileFilter';
import { isKioskPrincipal } from '../../access/kiosk/kioskPrincipal';
import { findVisibility } from '../presence/visibility';
import type { Connection } from '../sockets/connection';

export interface DraftAccess {
  readonly read: boolean;
  readonly write: boolean;
  /** Suggesting changes, without writing. */
  readonly suggest: boolean;
}
export const NO_DRAFT_ACCESS: DraftAccess = { read: false, write: false, suggest: false };

/** Whether a field is a text that people write together. */
export const isCollaborative = (entity: AnyEntity, field: string): boolean =>
  findColumn(entity, field)?.options.collaborative === true;

function computeAccess(actor: Actor, entity: AnyEntity, field: string, row: StoredRow): DraftAccess {
  const visibility = findVisibility(actor, entity);
  if (visibility === null || !visibility.fields.has(field) || !visibility.matches(row)) return NO_DRAFT_ACCESS;
  const rows = grantedRows(actor, entity, 'update');
  const isWritable =
    lockedState(entity, row) === undefined && writableColumns(actor, entity).some(({ name }) => name === field);
  const write = isWritable && rows !== undefined && compileFilter(entity, rows)(row);
  const suggest = isWritable && !write && hasPermission(actor, permissionKey(entity, SUGGEST_ACTION));
  return { read: true, write, suggest };
}

/** By row and field: rows and actors are replaced when they change, never modified. */
const cache = new WeakMap<StoredRow, WeakMap<Actor, Map<string, DraftAccess>>>();

/** The access of a connection to the draft of a field; none for a missing row. */
export function draftAccess(
  { actor, realm, principal }: Pick<Connection, 'actor' | 'realm' | 'principal'>,
  entity: AnyEntity,
  field: string,
  row: StoredRow | null | undefined,
): DraftAccess {
  if (realm !== 'admin' || isKioskPrincipal(principal) || !row) return NO_DRAFT_ACCESS;
  const byActor = cache.get(row) ?? new WeakMap<Actor, Map<string, DraftAccess>>();
  const byField = byActor.get(actor) ?? new Map<string, DraftAccess>();
  const access = byField.get(field) ?? computeAccess(actor, entity, field, row);
  cache.set(row, byActor.set(actor, byField.set(field, access)));
  return access;
}

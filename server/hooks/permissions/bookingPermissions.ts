/** Permissions to book and to decide about bookings: the same for direct entries, pending ones and their notices. */
import {
  GUEST,
  hasPermission,
  canUse,
  readableColumns,
  writableColumns,
  type Actor,
} from '../../../common/entity/access';
import { pendingBooking } from '../../../common/entities/pendingBooking';
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../common/entities/userScoreLog';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { fault } from '../../../common/protocol/faults';
import { ALL_PERMISSIONS } from '../../access/rbac/rbac';
import type { CanApprove } from './approvers';
import type { LedgerKind } from '../../../common/ledgerKind';

const LEDGER_ENTITIES = { money: userMoneyLog, score: userScoreLog } as const;

/** Whether an actor may write amounts of this ledger; this requires the permission to see them. */
const canWriteAmounts = (actor: Actor, kind: LedgerKind): boolean =>
  writableColumns(actor, LEDGER_ENTITIES[kind]).some(({ name }) => name === kind);
/** The permissions for a manual entry. */
const canBook = (actor: Actor, kind: LedgerKind): boolean =>
  canUse(actor, LEDGER_ENTITIES[kind], 'create') && canWriteAmounts(actor, kind);
/** Whether an actor may see pending amounts. */
const canReadPendingAmounts = (actor: Actor, kind: LedgerKind): boolean =>
  canUse(actor, pendingBooking, 'read') && readableColumns(actor, pendingBooking).some(({ name }) => name === kind);

/** Whether an actor may approve a booking of this ledger that another admin requests. */
const canApprove = (actor: Actor, kind: LedgerKind): boolean =>
  hasPermission(actor, permissionKey(pendingBooking, 'approve')) &&
  canReadPendingAmounts(actor, kind) &&
  canBook(actor, kind);

/** Whether permissions include the approval of bookings of this ledger. */
export const canApproveBooking =
  (kind: LedgerKind): CanApprove =>
  ({ permissions }) =>
    canApprove({ ...GUEST, kind: 'staff', permissions, isSuper: permissions.has(ALL_PERMISSIONS), scope: 'all' }, kind);

const assertGranted = (isGranted: boolean): void => {
  if (!isGranted) throw fault('access.denied');
};
export const assertCanBook = (actor: Actor, kind: LedgerKind): void => assertGranted(canBook(actor, kind));
export const assertCanApprove = (actor: Actor, kind: LedgerKind): void => assertGranted(canApprove(actor, kind));
/** An admin decides only about amounts that it may see. */
export const assertCanReadPending = (actor: Actor, kind: LedgerKind): void =>
  assertGranted(canReadPendingAmounts(actor, kind));
export const assertCanWriteAmounts = (actor: Actor, kind: LedgerKind): void =>
  assertGranted(canWriteAmounts(actor, kind));

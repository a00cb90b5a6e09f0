/** Who may book and who may decide about what others book: the same for direct entries, for what waits, and for who hears of it. */
import { GUEST, holds, may, readableColumns, writableColumns, type Actor } from '../../../common/entity/access';
import { pendingBooking } from '../../../common/entities/pendingBooking';
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../common/entities/userScoreLog';
import { nodeOf } from '../../../common/entity/nodes';
import { fault } from '../../../common/protocol/faults';
import { ALL } from '../../access/groupLaw';
import type { CanApprove } from '../approvers';
import type { LedgerKind } from './chain';

const LEDGER = { money: userMoneyLog, score: userScoreLog } as const;

/** Whether an actor may write amounts of this kind, which only those may who see them. */
const writesAmounts = (actor: Actor, kind: LedgerKind): boolean =>
  writableColumns(actor, LEDGER[kind]).some(({ name }) => name === kind);
/** What an entry that somebody adds by hand asks for. */
const mayBook = (actor: Actor, kind: LedgerKind): boolean =>
  may(actor, LEDGER[kind], 'create') && writesAmounts(actor, kind);
/** Whether an actor sees how much waits. */
const seesWaiting = (actor: Actor, kind: LedgerKind): boolean =>
  may(actor, pendingBooking, 'read') && readableColumns(actor, pendingBooking).some(({ name }) => name === kind);

/** Whether an actor may approve a booking of this kind that somebody else asks for. */
const mayApprove = (actor: Actor, kind: LedgerKind): boolean =>
  holds(actor, nodeOf(pendingBooking, 'approve')) && seesWaiting(actor, kind) && mayBook(actor, kind);

/** Whether rights include the approval of bookings of this kind. */
export const canApproveBooking =
  (kind: LedgerKind): CanApprove =>
  ({ nodes }) =>
    mayApprove({ ...GUEST, ...{ realm: 'staff', nodes, super: nodes.has(ALL), scope: 'all' } }, kind);

const demand = (isGiven: boolean): void => {
  if (!isGiven) throw fault('access.denied');
};
export const demandBooking = (actor: Actor, kind: LedgerKind): void => demand(mayBook(actor, kind));
export const demandApproval = (actor: Actor, kind: LedgerKind): void => demand(mayApprove(actor, kind));
/** Nobody answers for an amount he does not see. */
export const demandSight = (actor: Actor, kind: LedgerKind): void => demand(seesWaiting(actor, kind));
export const demandAmounts = (actor: Actor, kind: LedgerKind): void => demand(writesAmounts(actor, kind));

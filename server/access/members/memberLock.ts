/** After a takeover report a member's credentials are locked for some days, except for changes proven through the owner's own email or mobile number. */
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { fault } from '../../../common/protocol/faults';
import type { Services, Tx } from '../../context';

/** Locks an account against changes, except those proven through this email or mobile number. */
export async function lockMember(tx: Tx, id: number, address: string, now: number): Promise<void> {
  await tx.run('REPLACE INTO `member_lock` (user_id, until, address) VALUES (?, ?, ?)', [
    ...[id, now + SERVER_LIMITS.memberLockSeconds * 1000],
    address.toLowerCase(),
  ]);
}

/** Throws while the account is locked. `provenAddress`: the email or mobile number through which the caller proved itself. */
export async function assertNotLocked({ db, clock }: Services, id: number, provenAddress?: string): Promise<void> {
  const [lock] = await db.rows<{ readonly address: string | null }>(
    'SELECT address FROM `member_lock` WHERE user_id = ? AND until > ?',
    [id, clock.now()],
  );
  if (lock && (provenAddress === undefined || lock.address !== provenAddress)) throw fault('member.locked_changes');
}

/** Who said "this wasn't me" is left alone: nothing that opens the account changes for some days. */
import { LIMITS } from '../../common/limits';
import { fault } from '../../common/protocol/faults';
import type { Kit } from '../kit';

export async function lockMember({ db, clock }: Kit, id: number): Promise<void> {
  await db.transact((tx) =>
    tx.run('REPLACE INTO `member_lock` (user_id, until) VALUES (?, ?)', [
      id,
      clock.now() + LIMITS.memberLockSeconds * 1000,
    ]),
  );
}

/** Throws while the account is locked against changes. */
export async function refuseLocked({ db, clock }: Kit, id: number): Promise<void> {
  const rows = await db.rows('SELECT user_id FROM `member_lock` WHERE user_id = ? AND until > ?', [id, clock.now()]);
  if (rows.length > 0) throw fault('member.locked_changes');
}

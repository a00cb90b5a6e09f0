/** The former contact data of a member, stored for a while: an owner who did not make the change restores them with a one-time token. */
import { randomBytes } from 'node:crypto';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import type { Services, Tx } from '../../context';
import { placeholders } from '../../platform/database/sql';
import { computeHmacs } from '../crypto/crypto';

export interface ContactSnapshot {
  readonly id: number;
  /** The address that received the token. */
  readonly email: string;
  readonly mobile: string | null;
}
const getHashes = ({ env }: Services, token: string): readonly string[] => computeHmacs(env.appKeys, 'former', token);

/** Creates the one-time token that restores the data. */
export async function issueContactRollback(
  services: Services,
  tx: Tx,
  { id, email, mobile }: ContactSnapshot,
  at: number,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await tx.run('INSERT INTO `member_former` (id, user_id, email, mobile, at, expires_at) VALUES (?, ?, ?, ?, ?, ?)', [
    ...[getHashes(services, token)[0] ?? '', id, email, mobile, at],
    at + SERVER_LIMITS.memberLockSeconds * 1000,
  ]);
  return `${id}.${token}`;
}

interface ContactSnapshotRow {
  readonly user_id: number;
  readonly email: string;
  readonly mobile: string | null;
  readonly at: number;
}
/** Redeems a token and deletes all later ones, which went to an address that somebody else may read. */
export async function redeemContactRollback(
  services: Services,
  tx: Tx,
  rollbackToken: string,
  now: number,
): Promise<ContactSnapshot | undefined> {
  const [, id = '0', token = ''] = /^(\d{1,15})\.([\w-]{32})$/.exec(rollbackToken) ?? [];
  const candidateHashes = getHashes(services, token);
  const [stored] = await tx.rows<ContactSnapshotRow>(
    `SELECT user_id, email, mobile, at FROM \`member_former\` WHERE id IN (${placeholders(candidateHashes.length)}) AND user_id = ? AND expires_at > ?`,
    [...candidateHashes, Number(id), now],
  );
  if (!stored) return undefined;
  const { changes } = await tx.run('DELETE FROM `member_former` WHERE user_id = ? AND at >= ?', [
    Number(id),
    stored.at,
  ]);
  return changes > 0 ? { id: Number(stored.user_id), email: stored.email, mobile: stored.mobile } : undefined;
}

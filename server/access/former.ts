/** How a member was reached before a change: kept for a while under a pass, for the owner who did not make that change. */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '../../common/limits';
import type { Services, Tx } from '../context';
import { marks } from '../platform/sql';
import { macs } from './keys';

export interface Former {
  readonly id: number;
  /** Where the pass was sent. */
  readonly email: string;
  readonly mobile: string | null;
}
const hashes = ({ env }: Services, pass: string): readonly string[] => macs(env.appKeys, 'former', pass);

/** The ticket that gives all of this back, once. */
export async function keepFormer(
  services: Services,
  tx: Tx,
  { id, email, mobile }: Former,
  at: number,
): Promise<string> {
  const pass = randomBytes(24).toString('base64url');
  await tx.run('INSERT INTO `member_former` (id, user_id, email, mobile, at, expires_at) VALUES (?, ?, ?, ?, ?, ?)', [
    ...[hashes(services, pass)[0] ?? '', id, email, mobile, at],
    at + LIMITS.memberLockSeconds * 1000,
  ]);
  return `${id}.${pass}`;
}

interface Kept {
  readonly user_id: number;
  readonly email: string;
  readonly mobile: string | null;
  readonly at: number;
}
/** What a ticket stands for; with it go all that were given later, since they were sent to where somebody else may read. */
export async function spendFormer(
  services: Services,
  tx: Tx,
  ticket: string,
  now: number,
): Promise<Former | undefined> {
  const [, id = '0', pass = ''] = /^(\d{1,15})\.([\w-]{32})$/.exec(ticket) ?? [];
  const known = hashes(services, pass);
  const [kept] = await tx.rows<Kept>(
    `SELECT user_id, email, mobile, at FROM \`member_former\` WHERE id IN (${marks(known.length)}) AND user_id = ? AND expires_at > ?`,
    [...known, Number(id), now],
  );
  if (!kept) return undefined;
  const { changes } = await tx.run('DELETE FROM `member_former` WHERE user_id = ? AND at >= ?', [Number(id), kept.at]);
  return changes > 0 ? { id: Number(kept.user_id), email: kept.email, mobile: kept.mobile } : undefined;
}

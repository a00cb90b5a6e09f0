/** Contact channels of members (email, mobile): normalization, lookup, and the rules for them. */
import { hasMemberRule } from '../../../common/entity/access';
import { fault } from '../../../common/protocol/faults';
import { normalizeMobile } from '../../../common/text/mobileNumber';
import type { RequestContext, Services } from '../../context';

export function assertMemberRule({ actor }: RequestContext, permission: string): void {
  if (!hasMemberRule(actor, permission)) throw fault('access.denied');
}

/** The channels by which a member can be reached. */
export type ContactChannel = 'email' | 'mobile';
/** Throws when the settings disable a channel for registration and password reset. */
export function assertChannelEnabled({ settings }: Services, channel: ContactChannel): void {
  if (!settings.verification.includes(channel)) throw fault('request.malformed');
}
export const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
/** Normalizes a mobile number to its stored form and an email address to lower case. */
export const normalizeContact = (channel: ContactChannel, text: string): string =>
  channel === 'email' ? text.trim().toLowerCase() : normalizeMobile(text.trim());

interface MemberMatch {
  readonly id: number;
  readonly username: string;
  readonly status: number;
}
const FIND_MEMBER_SQL: Readonly<Record<ContactChannel, string>> = {
  // `live = 0`: the account is not deleted.
  email: 'SELECT id, username, status FROM `user` WHERE email_n = ? AND live = 0',
  mobile: 'SELECT id, username, status FROM `user` WHERE mobile_n = ? AND live = 0',
};
/** The member with this address or number. */
export async function findMemberByContact(
  { db }: Services,
  channel: ContactChannel,
  address: string,
): Promise<MemberMatch | undefined> {
  const [row] = await db.rows<MemberMatch>(FIND_MEMBER_SQL[channel], [normalizeContact(channel, address)]);
  return row && { id: Number(row.id), username: row.username, status: Number(row.status) };
}
/** The member's own address or number; empty when none is bound. */
export async function loadOwnContact({ db }: Services, id: number, channel: ContactChannel): Promise<string> {
  const sql =
    channel === 'email' ? 'SELECT email AS a FROM `user` WHERE id = ?' : 'SELECT mobile AS a FROM `user` WHERE id = ?';
  const [row] = await db.rows<{ readonly a: string | null }>(sql, [id]);
  return row?.a ?? '';
}

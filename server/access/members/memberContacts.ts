/** Members as the member centre's routes need them: how they are reached, what their group holds, and the house acting for them. */
import { hasMemberRule, SYSTEM } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import { fault, type Fault } from '../../../common/protocol/faults';
import { normalizeMobile } from '../../../common/text/mobileNumber';
import type { RequestContext, Services } from '../../context';

/** The noun of a name; a house without it answers that the service is not there. */
export function requireEntity({ registry }: Services, name: string): AnyEntity {
  const entity = registry.get(name);
  if (!entity) throw fault('server.not_implemented');
  return entity;
}
/** The house writes what the member may not write by itself. */
export function systemContext(ctx: RequestContext): RequestContext {
  const { mid: _theirs, ...rest } = ctx;
  return { ...rest, actor: SYSTEM, channel: 'system' };
}
export const invalidFault = (...fields: Issue[]): Fault => fault('row.invalid', undefined, { fields });

export function assertMemberRule({ actor }: RequestContext, node: string): void {
  if (!hasMemberRule(actor, node)) throw fault('access.denied');
}

/** The two ways somebody can be reached. */
export type ContactChannel = 'email' | 'mobile';
/** Refuses a way the house has switched off for those who join or forgot their password. */
export function assertChannelEnabled({ settings }: Services, channel: ContactChannel): void {
  if (!settings.verification.includes(channel)) throw fault('request.malformed');
}
export const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
/** A mobile number as it is stored, an e-mail address without regard to case. */
export const normalizeContact = (channel: ContactChannel, text: string): string =>
  channel === 'email' ? text.trim().toLowerCase() : normalizeMobile(text.trim());

interface MemberMatch {
  readonly id: number;
  readonly username: string;
  readonly status: number;
}
const FIND_MEMBER_SQL: Readonly<Record<ContactChannel, string>> = {
  email: 'SELECT id, username, status FROM `user` WHERE email_n = ? AND live = 0',
  mobile: 'SELECT id, username, status FROM `user` WHERE mobile_n = ? AND live = 0',
};
/** The member an address belongs to. */
export async function findMemberByContact(
  { db }: Services,
  channel: ContactChannel,
  address: string,
): Promise<MemberMatch | undefined> {
  const [row] = await db.rows<MemberMatch>(FIND_MEMBER_SQL[channel], [normalizeContact(channel, address)]);
  return row && { id: Number(row.id), username: row.username, status: Number(row.status) };
}
/** A member's own address; empty when none is bound. */
export async function readOwnContact({ db }: Services, id: number, channel: ContactChannel): Promise<string> {
  const sql =
    channel === 'email' ? 'SELECT email AS a FROM `user` WHERE id = ?' : 'SELECT mobile AS a FROM `user` WHERE id = ?';
  const [row] = await db.rows<{ readonly a: string | null }>(sql, [id]);
  return row?.a ?? '';
}

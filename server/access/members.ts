/** Members as the member centre's routes need them: how they are reached, what their group holds, and the house acting for them. */
import { memberHolds, SYSTEM } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { Issue } from '../../common/entity/issue';
import { fault, type Fault } from '../../common/protocol/faults';
import { plainMobile } from '../../common/text/mobile';
import type { RequestContext, Services } from '../context';

/** The noun of a name; a house without it answers that the service is not there. */
export function nounOf({ registry }: Services, name: string): AnyEntity {
  const entity = registry.get(name);
  if (!entity) throw fault('server.not_implemented');
  return entity;
}
/** The house writes what the member may not write by itself. */
export function houseCtx(ctx: RequestContext): RequestContext {
  const { mid: _theirs, ...rest } = ctx;
  return { ...rest, actor: SYSTEM, channel: 'system' };
}
export const invalid = (...fields: Issue[]): Fault => fault('row.invalid', undefined, { fields });

export function demandRule({ actor }: RequestContext, node: string): void {
  if (!memberHolds(actor, node)) throw fault('access.denied');
}

/** The two ways somebody can be reached. */
export type Way = 'email' | 'mobile';
/** Refuses a way the house has switched off for those who join or forgot their password. */
export function demandWay({ settings }: Services, way: Way): void {
  if (!settings.verification.includes(way)) throw fault('request.malformed');
}
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
/** A mobile number as it is stored, an e-mail address without regard to case. */
export const normalAddress = (way: Way, text: string): string =>
  way === 'email' ? text.trim().toLowerCase() : plainMobile(text.trim());

interface Found {
  readonly id: number;
  readonly username: string;
  readonly status: number;
}
const FINDERS: Readonly<Record<Way, string>> = {
  email: 'SELECT id, username, status FROM `user` WHERE email_n = ? AND live = 0',
  mobile: 'SELECT id, username, status FROM `user` WHERE mobile_n = ? AND live = 0',
};
/** The member an address belongs to. */
export async function memberAt({ db }: Services, way: Way, address: string): Promise<Found | undefined> {
  const [row] = await db.rows<Found>(FINDERS[way], [normalAddress(way, address)]);
  return row && { id: Number(row.id), username: row.username, status: Number(row.status) };
}
/** A member's own address; empty when none is bound. */
export async function ownAddress({ db }: Services, id: number, way: Way): Promise<string> {
  const sql =
    way === 'email' ? 'SELECT email AS a FROM `user` WHERE id = ?' : 'SELECT mobile AS a FROM `user` WHERE id = ?';
  const [row] = await db.rows<{ readonly a: string | null }>(sql, [id]);
  return row?.a ?? '';
}

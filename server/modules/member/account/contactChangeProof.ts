/** Proof for binding another address: a code of the present one, or the password where none is bound. */
import { fault, type Fault } from '../../../../common/protocol/faults';
import { isOneTimeTokenValid, redeemOneTimeToken } from '../../../access/codes/oneTimeCodes';
import { loadOwnContact, type ContactChannel } from '../../../access/members/memberContacts';
import { verifyOwnPassword } from '../../../access/passwords/ownPassword';
import type { RequestContext } from '../../../context';
import { invalidFault } from '../../../platform/invalidFault';

export interface ContactChangeProof {
  /** The token issued for the verified present address. */
  readonly proofToken: string;
  readonly password: string;
}

/** The key of that token. */
export const proofTokenKey = ({ actor }: RequestContext, channel: ContactChannel) => ({
  purpose: 'bind_pass',
  target: `${actor.id}:${channel}`,
});
export const verificationRequiredFault = (): Fault =>
  fault('member.verify_first', undefined, { data: { verifyFirst: true } });

/** Returns a function that consumes the proof; the caller calls it after all other checks, so that a mistyped code does not consume it. */
export async function verifyContactProof(
  ctx: RequestContext,
  channel: ContactChannel,
  { proofToken, password }: ContactChangeProof,
): Promise<() => Promise<boolean>> {
  const { services, actor } = ctx;
  if ((await loadOwnContact(services, actor.id, channel)) !== '') {
    const tokenKey = proofTokenKey(ctx, channel);
    if (proofToken === '' || !(await isOneTimeTokenValid(services, tokenKey, proofToken)))
      throw verificationRequiredFault();
    return () => redeemOneTimeToken(services, tokenKey, proofToken);
  }
  await assertOwnPassword(ctx, password);
  return () => Promise.resolve(true);
}

export async function assertOwnPassword({ services, actor }: RequestContext, password: string): Promise<void> {
  if (!(await verifyOwnPassword(services, 'member', actor.id, password)))
    throw invalidFault({ path: 'password', code: 'password_wrong' });
}

/** Who may bind another address: for whom the present one has spoken, or the password where none is bound. */
import { fault, type Fault } from '../../../../common/protocol/faults';
import { isOneTimeToken, redeemOneTimeToken } from '../../../access/codes/oneTimeCodes';
import { invalidFault, readOwnContact, type ContactChannel } from '../../../access/members/memberContacts';
import { verifyOwnPassword } from '../../../access/passwords/ownPassword';
import type { RequestContext } from '../../../context';

export interface ContactChangeProof {
  /** The pass the present address gave. */
  readonly proofToken: string;
  readonly password: string;
}

/** The place of the pass that the present address gives. */
export const proofTokenKey = ({ actor }: RequestContext, channel: ContactChannel) => ({
  purpose: 'bind_pass',
  target: `${actor.id}:${channel}`,
});
export const verificationRequiredFault = (): Fault =>
  fault('member.verify_first', undefined, { data: { verifyFirst: true } });

/** Answers how the proof is used up: only once everything else is right, for a typo in the new code takes nothing back. */
export async function verifyContactProof(
  ctx: RequestContext,
  channel: ContactChannel,
  { proofToken, password }: ContactChangeProof,
): Promise<() => Promise<boolean>> {
  const { services, actor } = ctx;
  if ((await readOwnContact(services, actor.id, channel)) !== '') {
    const tokenKey = proofTokenKey(ctx, channel);
    if (proofToken === '' || !(await isOneTimeToken(services, tokenKey, proofToken))) throw verificationRequiredFault();
    return () => redeemOneTimeToken(services, tokenKey, proofToken);
  }
  await assertPassword(ctx, password);
  return () => Promise.resolve(true);
}

export async function assertPassword({ services, actor }: RequestContext, password: string): Promise<void> {
  if (!(await verifyOwnPassword(services, 'member', actor.id, password)))
    throw invalidFault({ path: 'password', code: 'password_wrong' });
}

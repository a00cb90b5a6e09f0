/** Who may bind another address: for whom the present one has spoken, or the password where none is bound. */
import { fault, type Fault } from '../../../common/protocol/faults';
import { isPass, spendPass } from '../../access/codes';
import { invalid, ownAddress, type Way } from '../../access/members';
import { isOwnPassword } from '../../access/ownPassword';
import type { RequestContext } from '../../context';

export interface BindProof {
  /** The pass the present address gave. */
  readonly pass: string;
  readonly password: string;
}

/** The place of the pass that the present address gives. */
export const passPlace = ({ actor }: RequestContext, way: Way) => ({
  purpose: 'bind_pass',
  target: `${actor.id}:${way}`,
});
export const verifyFirst = (): Fault => fault('member.verify_first', undefined, { data: { verifyFirst: true } });

/** Answers how the proof is used up: only once everything else is right, for a typo in the new code takes nothing back. */
export async function provedBefore(
  ctx: RequestContext,
  way: Way,
  { pass, password }: BindProof,
): Promise<() => Promise<boolean>> {
  const { services, actor } = ctx;
  if ((await ownAddress(services, actor.id, way)) !== '') {
    const place = passPlace(ctx, way);
    if (pass === '' || !(await isPass(services, place, pass))) throw verifyFirst();
    return () => spendPass(services, place, pass);
  }
  await demandPassword(ctx, password);
  return () => Promise.resolve(true);
}

export async function demandPassword({ services, actor }: RequestContext, password: string): Promise<void> {
  if (!(await isOwnPassword(services, 'member', actor.id, password)))
    throw invalid({ path: 'password', code: 'password_wrong' });
}

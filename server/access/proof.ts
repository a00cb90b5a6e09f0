/** The second factor, asked for: counted before its outcome is known, slowed like a password, refused in the same words. */
import { LIMITS } from '../../common/limits';
import { fault } from '../../common/protocol/faults';
import type { FactorKind } from '../../common/secondFactor';
import type { Services } from '../context';
import { attempt, count, delayAfter, forgive, LOGIN_WINDOW, mustNotWait, takeTurn } from './limits';
import { passkeySite, spendPasskey } from './passkeys';
import { spendRecovery } from './recovery';
import type { ChallengeOwner } from './tickets';
import { spendTotp } from './totp';
import type { IncomingMessage } from 'node:http';

/** One of the three. */
export interface Proof {
  readonly otp?: string | undefined;
  readonly recovery?: string | undefined;
  readonly passkey?: Readonly<Record<string, unknown>> | undefined;
}
export interface Prover {
  readonly adminId: number;
  /** Whose challenge a passkey answers. */
  readonly owner: ChallengeOwner;
  readonly request: Pick<IncomingMessage, 'headers'>;
  /** Told once per window when many wrong codes come from somebody who knows the password. */
  readonly onSiege: () => void;
}

const SIEGE = 10;
const DAY = 86_400_000;

export const kindOf = ({ otp, recovery, passkey }: Proof): FactorKind | undefined => {
  if (passkey !== undefined) return 'passkey';
  if (recovery !== undefined && recovery !== '') return 'recovery';
  return otp === undefined || otp === '' ? undefined : 'otp';
};

/** Throws unless the proof is right; what was right is spent. */
export async function prove(services: Services, prover: Prover, proof: Proof): Promise<FactorKind> {
  const kind = kindOf(proof);
  if (kind === undefined) throw fault('request.malformed');
  const bucket = `factor:${prover.adminId}`;
  await mustNotWait(services, bucket);
  const { hits } = await count(services, bucket, LOGIN_WINDOW);
  if (hits === SIEGE) prover.onSiege();
  await takeTurn(services, bucket, delayAfter(hits, LIMITS.loginFailures));
  // A code has six digits only: a day of slow guessing must not suffice either.
  const daily = `${bucket}:day`;
  if (kind === 'otp') await attempt(services, daily, { tries: LIMITS.codesPerDay, windowMs: DAY });
  if (!(await isRight(services, prover, proof, kind))) throw fault(kind === 'passkey' ? 'auth.passkey' : 'auth.code');
  await forgive(services, bucket);
  if (kind === 'otp') await forgive(services, daily);
  return kind;
}

function isRight(
  services: Services,
  { adminId, owner, request }: Prover,
  proof: Proof,
  kind: FactorKind,
): Promise<boolean> {
  if (kind === 'otp') return spendTotp(services, adminId, proof.otp ?? '');
  if (kind === 'recovery') return spendRecovery(services, adminId, proof.recovery ?? '');
  return spendPasskey(services, adminId, owner, passkeySite(services, request, ''), proof.passkey ?? {});
}

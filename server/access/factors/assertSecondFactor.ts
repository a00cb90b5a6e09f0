/** Verifies a second factor: attempts are counted before the check and delayed like passwords, and every failure has the same fault. */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import type { FactorKind } from '../../../common/secondFactor';
import type { Services } from '../../context';
import {
  consumeAttempt,
  countAttempt,
  lockoutMsAfter,
  resetAttempts,
  LOGIN_WINDOW_MS,
  assertNotLockedOut,
  enforceLockout,
} from '../limits/rateLimits';
import { resolvePasskeySite, verifyPasskey } from './passkeys';
import { redeemRecoveryCode } from './recoveryCodes';
import { plainOwnerKey, type FactorOwner } from './factorOwner';
import type { ChallengeOwner } from './factorTickets';
import { verifyTotp } from './totp';
import type { IncomingMessage } from 'node:http';

/** Proof of one factor: exactly one field is set. */
export interface FactorProof {
  readonly otp?: string | undefined;
  readonly recovery?: string | undefined;
  readonly passkey?: Readonly<Record<string, unknown>> | undefined;
}
export interface FactorChallenge {
  readonly person: FactorOwner;
  /** The owner of the challenge that a passkey answers; undefined where passkeys do not count. */
  readonly owner?: ChallengeOwner | undefined;
  readonly request: Pick<IncomingMessage, 'headers'>;
  /** Called once per window after many wrong codes from a caller who knows the password. */
  readonly onManyFailures: () => void;
}

const MANY_FAILURES = 10;
const DAY_MS = 86_400_000;

export const findFactorKind = ({ otp, recovery, passkey }: FactorProof): FactorKind | undefined => {
  if (passkey !== undefined) return 'passkey';
  if (recovery !== undefined && recovery !== '') return 'recovery';
  return otp === undefined || otp === '' ? undefined : 'otp';
};

/** Throws unless the proof is right; a right one is used up. */
export async function assertSecondFactor(
  services: Services,
  challenge: FactorChallenge,
  proof: FactorProof,
): Promise<FactorKind> {
  const kind = findFactorKind(proof);
  if (kind === undefined) throw fault('request.malformed');
  const bucket = `factor:${plainOwnerKey(challenge.person)}`;
  await assertNotLockedOut(services, bucket);
  const { hits } = await countAttempt(services, bucket, LOGIN_WINDOW_MS);
  if (hits === MANY_FAILURES) challenge.onManyFailures();
  await enforceLockout(services, bucket, lockoutMsAfter(hits, LIMITS.loginFailures));
  // Limits attempts per day: a code has only six digits.
  const dailyBucket = `${bucket}:day`;
  if (kind === 'otp')
    await consumeAttempt(services, dailyBucket, { maxAttempts: LIMITS.totpTriesPerDay, windowMs: DAY_MS });
  if (!(await isValidProof(services, challenge, proof, kind)))
    throw fault(kind === 'passkey' ? 'auth.passkey' : 'auth.code');
  await resetAttempts(services, bucket);
  if (kind === 'otp') await resetAttempts(services, dailyBucket);
  return kind;
}

function isValidProof(
  services: Services,
  { person, owner, request }: FactorChallenge,
  proof: FactorProof,
  kind: FactorKind,
): Promise<boolean> {
  if (kind === 'otp') return verifyTotp(services, person, proof.otp ?? '');
  if (kind === 'recovery') return redeemRecoveryCode(services, person, proof.recovery ?? '');
  if (owner === undefined || person.realm !== 'admin') return Promise.resolve(false);
  return verifyPasskey(services, person.id, owner, resolvePasskeySite(services, request, ''), proof.passkey ?? {});
}

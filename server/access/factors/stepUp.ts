/**
 * Step-up authentication: dangerous routes require a recent confirmation: the password, and the second factor (a code or a passkey)
 * of an account that has one.
 */
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { fault, type Fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';

interface StepUpTimes {
  readonly created_at: number;
  readonly stepped_at: number | null;
}

/** The fault data on which a client asks for the password and repeats the request. */
export const STEP_UP_REQUIRED = { data: { stepUp: true } } as const;
const stepUpRequired = (): Fault => fault('access.step_up', undefined, STEP_UP_REQUIRED);

/** Throws `createFault` unless the session was confirmed within the last minutes; its sign-in counts. */
export async function assertStepUp(
  services: Services,
  sessionId: string | undefined,
  createFault: () => Fault = stepUpRequired,
): Promise<void> {
  const sql = 'SELECT created_at, stepped_at FROM `session` WHERE id = ? AND revoked_at IS NULL';
  const [times] = await services.db.rows<StepUpTimes>(sql, [sessionId ?? '']);
  const last = Number(times?.stepped_at ?? times?.created_at ?? 0);
  if (services.clock.now() - last >= SERVER_LIMITS.stepUpSeconds * 1000) throw createFault();
}

/** Records a confirmation now; returns when that expires, in Unix milliseconds. */
export async function recordStepUp(services: Services, sessionId: string): Promise<number> {
  const now = services.clock.now();
  await services.db.transact((tx) => tx.run('UPDATE `session` SET stepped_at = ? WHERE id = ?', [now, sessionId]));
  return now + SERVER_LIMITS.stepUpSeconds * 1000;
}

/** Records that the session began without a password: its beginning is no confirmation. */
export const markWithoutPassword = async (services: Services, sessionId: string): Promise<void> => {
  await services.db.transact((tx) => tx.run('UPDATE `session` SET stepped_at = 0 WHERE id = ?', [sessionId]));
};

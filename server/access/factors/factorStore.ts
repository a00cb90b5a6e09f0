/** The stored second factors of admins, without their secrets. */
import type { FactorKind, SecondFactorState } from '../../../common/secondFactor';
import type { Services, Tx } from '../../context';
import { isSecondFactorRequired } from '../rbac/permissionCache';

interface FactorRow {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly created_at: number;
  readonly used_at: number | null;
}

const seconds = (milliseconds: number): number => Math.floor(Number(milliseconds) / 1000);

/** All second factors of an admin. */
export async function readFactorState(services: Services, adminId: number): Promise<SecondFactorState> {
  const rows = await services.db.rows<FactorRow>(
    "SELECT id, kind, name, created_at, used_at FROM `admin_factor` WHERE admin_id = ? AND kind <> 'otp_new' ORDER BY created_at, id",
    [adminId],
  );
  const [unusedCodes] = await services.db.rows<{ readonly n: number }>(
    'SELECT COUNT(*) AS n FROM `admin_recovery` WHERE admin_id = ? AND used_at IS NULL',
    [adminId],
  );
  const passkeys = rows
    .filter(({ kind }) => kind === 'passkey')
    .map(({ id, name, created_at, used_at }) => ({
      ...{ id, name, create_time: seconds(created_at) },
      used_time: used_at === null ? null : seconds(used_at),
    }));
  return {
    otp: rows.some(({ kind }) => kind === 'otp'),
    passkeys,
    recovery: Number(unusedCodes?.n ?? 0),
    required: await isSecondFactorRequired(services, adminId),
  };
}

/** The kinds of proof an admin can give; empty without a second factor. */
export async function availableFactorKinds(services: Services, adminId: number): Promise<readonly FactorKind[]> {
  const { otp, passkeys, recovery } = await readFactorState(services, adminId);
  if (!otp && passkeys.length === 0) return [];
  const kinds: FactorKind[] = [];
  if (otp) kinds.push('otp');
  if (passkeys.length > 0) kinds.push('passkey');
  if (recovery > 0) kinds.push('recovery');
  return kinds;
}

/** Whether an admin has a second factor, as this transaction sees it. */
export async function hasFactor(tx: Pick<Tx, 'rows'>, adminId: number): Promise<boolean> {
  const sql = "SELECT id FROM `admin_factor` WHERE admin_id = ? AND kind <> 'otp_new' LIMIT 1";
  return (await tx.rows(sql, [adminId])).length > 0;
}

/** Removes all factors, recovery codes and open tickets; returns the number of removed factors. */
export async function removeFactors(tx: Tx, adminId: number): Promise<number> {
  const { changes } = await tx.run("DELETE FROM `admin_factor` WHERE admin_id = ? AND kind <> 'otp_new'", [adminId]);
  for (const table of ['admin_factor', 'admin_recovery', 'factor_ticket'] as const)
    await tx.run(`DELETE FROM \`${table}\` WHERE admin_id = ?`, [adminId]);
  return changes;
}

/** Removes one factor, and the recovery codes with the last one. False when there is no factor of that id. */
export const removeFactor = (services: Services, adminId: number, id: string): Promise<boolean> =>
  services.db.transact(async (tx) => {
    const { changes } = await tx.run('DELETE FROM `admin_factor` WHERE admin_id = ? AND id = ?', [adminId, id]);
    if (!(await hasFactor(tx, adminId))) await removeFactors(tx, adminId);
    await services.live.sessionsEnded?.(tx, `admin:${adminId}`);
    return changes > 0;
  });

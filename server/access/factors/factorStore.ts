/** The stored second factors of a person, without their secrets. */
import type { FactorKind, SecondFactorState } from '../../../common/secondFactor';
import type { Services, Tx } from '../../context';
import { FACTOR_TABLES, factorOwnerKey, type FactorOwner } from './factorOwner';
import { isSecondFactorRequired } from '../rbac/permissionCache';

interface FactorRow {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly created_at: number;
  readonly used_at: number | null;
}

const seconds = (milliseconds: number): number => Math.floor(Number(milliseconds) / 1000);

/** All second factors of a person. */
export async function loadFactorState(services: Services, owner: FactorOwner): Promise<SecondFactorState> {
  const { factor, recovery, person } = FACTOR_TABLES[owner.realm];
  const rows = await services.db.rows<FactorRow>(
    `SELECT id, kind, name, created_at, used_at FROM ${factor} WHERE ${person} = ? AND kind <> 'otp_new' ORDER BY created_at, id`,
    [owner.id],
  );
  const [unusedCodes] = await services.db.rows<{ readonly n: number }>(
    `SELECT COUNT(*) AS n FROM ${recovery} WHERE ${person} = ? AND used_at IS NULL`,
    [owner.id],
  );
  const passkeys = rows
    .filter(({ kind }) => kind === 'passkey')
    .map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      create_time: seconds(created_at),
      used_time: used_at === null ? null : seconds(used_at),
    }));
  return {
    otp: rows.some(({ kind }) => kind === 'otp'),
    passkeys,
    recovery: Number(unusedCodes?.n ?? 0),
    required: owner.realm === 'admin' && (await isSecondFactorRequired(services, owner.id)),
  };
}

/** The kinds of proof a person can give; empty without a second factor. */
export async function availableFactorKinds(services: Services, owner: FactorOwner): Promise<readonly FactorKind[]> {
  const { otp, passkeys, recovery } = await loadFactorState(services, owner);
  if (!otp && passkeys.length === 0) return [];
  const kinds: FactorKind[] = [];
  if (otp) kinds.push('otp');
  if (passkeys.length > 0) kinds.push('passkey');
  if (recovery > 0) kinds.push('recovery');
  return kinds;
}

/** Whether a person has a second factor, as this transaction sees it. */
export async function hasFactor(tx: Pick<Tx, 'rows'>, owner: FactorOwner): Promise<boolean> {
  const { factor, person } = FACTOR_TABLES[owner.realm];
  const sql = `SELECT id FROM ${factor} WHERE ${person} = ? AND kind <> 'otp_new' LIMIT 1`;
  return (await tx.rows(sql, [owner.id])).length > 0;
}

/** Removes all factors, recovery codes and open tickets; returns the number of removed factors. */
export async function removeFactors(tx: Tx, owner: FactorOwner): Promise<number> {
  const { factor, recovery, ticket, person } = FACTOR_TABLES[owner.realm];
  const { changes } = await tx.run(`DELETE FROM ${factor} WHERE ${person} = ? AND kind <> 'otp_new'`, [owner.id]);
  for (const table of [factor, recovery, ticket]) await tx.run(`DELETE FROM ${table} WHERE ${person} = ?`, [owner.id]);
  return changes;
}

/** Removes one factor, and the recovery codes with the last one. False when there is no factor of that id. */
export const removeFactor = (services: Services, owner: FactorOwner, id: string): Promise<boolean> =>
  services.db.transact(async (tx) => {
    const { factor, person } = FACTOR_TABLES[owner.realm];
    const { changes } = await tx.run(`DELETE FROM ${factor} WHERE ${person} = ? AND id = ?`, [owner.id, id]);
    if (!(await hasFactor(tx, owner))) await removeFactors(tx, owner);
    await services.live.sessionsEnded?.(tx, factorOwnerKey(owner));
    return changes > 0;
  });

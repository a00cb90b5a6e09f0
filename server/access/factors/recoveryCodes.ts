/** Recovery codes: ten one-time codes for a lost second factor, stored as HMACs. */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '../../../common/limits';
import type { Services } from '../../context';
import { placeholders } from '../../platform/database/sql';
import { computeHmacs } from '../crypto/crypto';
import { FACTOR_TABLES, plainOwnerKey, type FactorOwner } from './factorOwner';

/** An alphabet without letters and digits that look alike. */
const CODE_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const HALF_LENGTH = 5;
const newCode = (): string =>
  [...randomBytes(2 * HALF_LENGTH)].map((byte) => CODE_ALPHABET.charAt(byte % CODE_ALPHABET.length)).join('');
const formatCode = (code: string): string => `${code.slice(0, HALF_LENGTH)}-${code.slice(HALF_LENGTH)}`;

/** Ignores case, spaces and hyphens of the input. */
const normalizeCode = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const getHashes = (services: Services, owner: FactorOwner, code: string): readonly string[] =>
  computeHmacs(services.env.appKeys, 'recovery', `${plainOwnerKey(owner)}:${normalizeCode(code)}`);

/** Replaces all codes; the new ones cannot be shown again. */
export async function regenerateRecoveryCodes(services: Services, owner: FactorOwner): Promise<readonly string[]> {
  const { recovery, person } = FACTOR_TABLES[owner.realm];
  const codes = Array.from({ length: LIMITS.recoveryCodes }, newCode);
  await services.db.transact(async (tx) => {
    await tx.run(`DELETE FROM ${recovery} WHERE ${person} = ?`, [owner.id]);
    for (const code of codes)
      await tx.run(`INSERT INTO ${recovery} (id, ${person}, used_at) VALUES (?, ?, NULL)`, [
        getHashes(services, owner, code)[0] ?? '',
        owner.id,
      ]);
  });
  return codes.map(formatCode);
}

/** Whether a code is right; a right one is used up. */
export async function redeemRecoveryCode(services: Services, owner: FactorOwner, code: string): Promise<boolean> {
  const { recovery, person } = FACTOR_TABLES[owner.realm];
  const hashes = getHashes(services, owner, code);
  const { changes } = await services.db.transact((tx) =>
    tx.run(
      `UPDATE ${recovery} SET used_at = ? WHERE ${person} = ? AND used_at IS NULL AND id IN (${placeholders(hashes.length)})`,
      [services.clock.now(), owner.id, ...hashes],
    ),
  );
  return changes > 0;
}

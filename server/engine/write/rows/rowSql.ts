/** The statements that both row stores run, for one unit of work or for several at once. */
import type { StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Db, SqlValue, Tx } from '../../../context';
import { placeholders, quoteIdentifier, rowLockClause, shareLockClause } from '../../../platform/database/sql';
import { decodeRow } from '../../schema/model';
import type { KeyClaim, LockingSelect } from './rowStore';

/** Inserts the keys that do not exist yet; for each claim whether it was inserted. */
export async function claimKeys(
  tx: Tx,
  dialect: Db['dialect'],
  claims: readonly KeyClaim[],
): Promise<readonly boolean[]> {
  const insertIgnore = dialect === 'mariadb' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
  const rows = claims.map(() => '(?, ?, ?, ?, ?)').join(', ');
  const claimed = await tx.rows<{ readonly mid: string }>(
    `${insertIgnore} INTO mutation_log (mid, actor, req_hash, response, \`at\`) VALUES ${rows} RETURNING mid`,
    claims.flatMap((claim) => [claim.key, claim.actor, claim.hash, '', claim.at]),
  );
  const claimedKeys = new Set(claimed.map(({ mid }) => mid));
  return claims.map(({ key }) => claimedKeys.has(key));
}

/** Locks rows in ascending order of their ids, so that two bulk writers never wait for each other in a circle. */
export async function lockRowsById(
  tx: Tx,
  dialect: Db['dialect'],
  entity: AnyEntity,
  ids: readonly number[],
): Promise<Map<number, StoredRow>> {
  const sql = `SELECT * FROM ${quoteIdentifier(entity.name)} WHERE id IN (${placeholders(ids.length)}) ORDER BY id${rowLockClause(dialect)}`;
  const found = (await tx.rows<Readonly<Record<string, unknown>>>(sql, ids)).map((row) => decodeRow(entity, row));
  return new Map(found.map((row) => [Number(row['id']), row]));
}

/** The statement of a locking select without its keys: two selects of the same shape differ in their keys only. */
export function selectShape(
  dialect: Db['dialect'],
  { entity, columns, keyColumn, where, lock }: LockingSelect,
): string {
  const clause = lock === 'exclusive' ? rowLockClause(dialect) : shareLockClause(dialect);
  return `${columns} ${entity.name} ${keyColumn} ${where.sql}${clause} ${JSON.stringify(where.params)}`;
}

/** Runs a locking select for these keys. */
export function selectLockedRows<T>(
  tx: Tx,
  dialect: Db['dialect'],
  { entity, columns, keyColumn, where, lock }: LockingSelect,
  keys: readonly SqlValue[],
): Promise<T[]> {
  const distinct = [...new Set(keys)];
  const clause = lock === 'exclusive' ? rowLockClause(dialect) : shareLockClause(dialect);
  const sql = `SELECT ${columns} FROM ${quoteIdentifier(entity.name)} WHERE ${keyColumn} IN (${placeholders(distinct.length)}) AND ${where.sql} ORDER BY id${clause}`;
  return tx.rows<T>(sql, [...distinct, ...where.params]);
}

/** Throws when a statement met fewer or more rows than it was made for. */
export function assertRowsAffected(entity: AnyEntity, rows: number, expected: number): void {
  if (rows !== expected)
    throw new Error(`${expected - rows} of ${expected} locked rows of ${entity.name} no longer exist`);
}

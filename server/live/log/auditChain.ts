/** The hash chain of the audit log (tamper evidence): each entry has an HMAC and a link over all entries before it, in commit order. */
import { createHash } from 'node:crypto';
import type { StoredRow } from '../../../common/entity/columns';
import { computeHmacs } from '../../access/crypto/crypto';
import { canonicalJson } from '../../../common/canonicalJson';
import type { SqlStatement } from '../../platform/database/sql';

/** An audit entry among the changes of a transaction, with its HMAC. */
export interface ChainedAuditEntry {
  /** Its index among the changes of the batch. */
  readonly changeIndex: number;
  readonly entryId: number;
  /** The HMAC of the entry's image. */
  readonly digest: string;
}

/** The HMACs of an image: one per application key, that of the newest key first. */
export const computeDigests = (keys: readonly string[], image: StoredRow): readonly string[] =>
  computeHmacs(keys, 'journal', canonicalJson(image));

/** The next link of the chain; MariaDB computes the same expression. */
export const computeLink = (previous: string, digest: string): string =>
  createHash('sha256').update(`${previous}${digest}`).digest('hex');

/** An audit entry to be appended. */
export interface ChainLink extends Omit<ChainedAuditEntry, 'changeIndex'> {
  /** Distance of its sequence number from the last one of the transaction. */
  readonly offsetFromEnd: number;
}

const INSERT_LINK = 'INSERT INTO journal_chain (seq, eid, digest, link)';

/** For SQLite: computes the links in this process, between two statements. */
export function chainInProcess(
  previous: string | null,
  entries: readonly ChainLink[],
  seqFromEnd: (n: number) => number,
): SqlStatement[] {
  let link = previous ?? '';
  const links = entries.map(({ offsetFromEnd, entryId, digest }) => {
    link = computeLink(link, digest);
    return {
      sql: `${INSERT_LINK} VALUES (CAST(? AS INTEGER), ?, ?, ?)`,
      params: [seqFromEnd(offsetFromEnd), entryId, digest, link],
    };
  });
  return links.length === 0 ? [] : [...links, { sql: 'UPDATE change_head SET chain = ? WHERE id = 1', params: [link] }];
}

/**
 * For MariaDB: the statement computes the links, so that the head is locked for one round trip only. Rows are inserted in
 * the given order, each with the link of the one before.
 */
export function buildChainSql(entries: readonly ChainLink[], seqFromEnd: (n: number) => SqlStatement): SqlStatement[] {
  if (entries.length === 0) return [];
  const rows = entries.map(({ offsetFromEnd, entryId, digest }) => {
    const seq = seqFromEnd(offsetFromEnd);
    const sql = `(${seq.sql}, ?, ?, @chain := SHA2(CONCAT(@chain, ?), 256))`;
    return { sql, params: [...seq.params, entryId, digest, digest] };
  });
  return [
    { sql: "SET @chain = (SELECT COALESCE(chain, '') FROM change_head WHERE id = 1)", params: [] },
    {
      sql: `${INSERT_LINK} VALUES ${rows.map(({ sql }) => sql).join(', ')}`,
      params: rows.flatMap(({ params }) => params),
    },
    { sql: 'UPDATE change_head SET chain = @chain WHERE id = 1', params: [] },
  ];
}

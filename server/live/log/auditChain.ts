/** The journal's chain: every entry is sealed under a key and bound to all entries before it, in the order of commits. */
import { createHash } from 'node:crypto';
import type { StoredRow } from '../../../common/entity/columns';
import { hmacs } from '../../access/crypto/crypto';
import { canonicalJson } from '../../platform/canonicalJson';
import type { SqlStatement } from '../../platform/database/sql';

/** An entry of the journal among the changes of a transaction, sealed. */
export interface ChainedAuditEntry {
  /** Which of the tail's changes it is. */
  readonly changeIndex: number;
  readonly eid: number;
  /** Keyed digest of the entry's image. */
  readonly digest: string;
}

/** The digests an image may have: one for each key of the installation, that of the newest key first. */
export const computeDigests = (keys: readonly string[], image: StoredRow): readonly string[] =>
  hmacs(keys, 'journal', canonicalJson(image));

/** The chain's next link, as MariaDB computes it too. */
export const computeLink = (previous: string, digest: string): string =>
  createHash('sha256').update(`${previous}${digest}`).digest('hex');

/** The same on its way into the log. */
export interface ChainLink extends Omit<ChainedAuditEntry, 'changeIndex'> {
  /** How far its number lies before the last one of the transaction. */
  readonly offsetFromEnd: number;
}

const INSERT_LINK = 'INSERT INTO journal_chain (seq, eid, digest, link)';

/** For a database in this process: links are computed here, between two statements. */
export function chainInProcess(
  previous: string | null,
  entries: readonly ChainLink[],
  seqFromEnd: (n: number) => number,
): SqlStatement[] {
  let link = previous ?? '';
  const links = entries.map(({ offsetFromEnd, eid, digest }) => {
    link = computeLink(link, digest);
    return {
      sql: `${INSERT_LINK} VALUES (CAST(? AS INTEGER), ?, ?, ?)`,
      params: [seqFromEnd(offsetFromEnd), eid, digest, link],
    };
  });
  return links.length === 0 ? [] : [...links, { sql: 'UPDATE change_head SET chain = ? WHERE id = 1', params: [link] }];
}

/**
 * For MariaDB: the links are computed by the statement itself, so that the head is locked for one round trip only. Rows are stored in
 * the order they are told, each with the link of the one before.
 */
export function chainInSql(entries: readonly ChainLink[], seqFromEnd: (n: number) => SqlStatement): SqlStatement[] {
  if (entries.length === 0) return [];
  const rows = entries.map(({ offsetFromEnd, eid, digest }) => {
    const seq = seqFromEnd(offsetFromEnd);
    const sql = `(${seq.sql}, ?, ?, @chain := SHA2(CONCAT(@chain, ?), 256))`;
    return { sql, params: [...seq.params, eid, digest, digest] };
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

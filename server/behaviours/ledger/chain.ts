/** The seal of a ledger's entry: keyed, and bound to every entry of the account before it. */
import type { StoredRow } from '../../../common/entity/meta';
import { macs } from '../../access/keys';
import { canonicalJson } from '../../platform/canonical';

export type LedgerKind = 'money' | 'score';
export const LEDGERS: Readonly<Record<LedgerKind, string>> = { money: 'user_money_log', score: 'user_score_log' };

/** What is sealed of an entry; everything but its number in the table, which the database gives. */
const SEALED = ['user_id', 'n', 'before', 'after', 'memo', 'type', 'actor', 'ref', 'idem', 'create_time'] as const;

/** The seals an entry may have: one for each key of the installation, that of the newest key first. */
export const sealsOf = (
  keys: readonly string[],
  kind: LedgerKind,
  previous: string,
  entry: StoredRow,
): readonly string[] => {
  const told = Object.fromEntries([...SEALED, kind].map((name) => [name, entry[name] ?? null]));
  return macs(keys, 'ledger', `${previous}${canonicalJson({ ...told, kind })}`);
};

/** The name of an account. */
export const accountId = (kind: LedgerKind, userId: number): string => `${kind}:${userId}`;

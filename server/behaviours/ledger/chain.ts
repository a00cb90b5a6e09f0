/** The seal of a ledger's entry: keyed, and bound to every entry of the account before it. */
import type { StoredRow } from '../../../common/entity/meta';
import { macs } from '../../access/keys';
import { canonicalJson } from '../../platform/canonical';

export type LedgerKind = 'money' | 'score';
export const LEDGERS: Readonly<Record<LedgerKind, string>> = { money: 'user_money_log', score: 'user_score_log' };

/** The columns every seal covers: all but the row's id, which the database gives. */
const SEALED = ['user_id', 'n', 'before', 'after', 'memo', 'type', 'actor', 'ref', 'idem', 'create_time'] as const;
/** Columns that came later. The seal of an entry from before them does not cover them: there all but `receipt` are null. */
const ADDED = ['reference', 'approved_by', 'approved_name', 'client'] as const;

/** The seals an entry may have: one for each key of the installation, that of the newest key first. */
export const sealsOf = (
  keys: readonly string[],
  kind: LedgerKind,
  previous: string,
  entry: StoredRow,
): readonly string[] => {
  const isOld = ADDED.every((name) => (entry[name] ?? null) === null);
  const names = [...SEALED, kind, ...(isOld ? [] : [...ADDED, 'receipt'])];
  const told = Object.fromEntries(names.map((name) => [name, entry[name] ?? null]));
  return macs(keys, 'ledger', `${previous}${canonicalJson({ ...told, kind })}`);
};

/** The name of an account. */
export const accountId = (kind: LedgerKind, userId: number): string => `${kind}:${userId}`;

/** The seal of a ledger's entry: keyed, and bound to every entry of the account before it. */
import type { StoredRow } from '../../../common/entity/columns';
import { hmacs } from '../../access/crypto/crypto';
import type { LedgerKind } from '../ledgerKind';
import { canonicalJson } from '../../platform/canonicalJson';

/** The columns every seal covers: all but the row's id, which the database gives. */
const CHAINED_COLUMNS = [
  'user_id',
  'n',
  'before',
  'after',
  'memo',
  'type',
  'actor',
  'ref',
  'idem',
  'create_time',
] as const;
/** Columns that came later. The seal of an entry from before them does not cover them: there all but `receipt` are null. */
const LATER_COLUMNS = ['reference', 'approved_by', 'approved_name', 'client'] as const;

/** The seals an entry may have: one for each key of the installation, that of the newest key first. */
export const entryHmacs = (
  keys: readonly string[],
  kind: LedgerKind,
  previous: string,
  entry: StoredRow,
): readonly string[] => {
  const isOldEntry = LATER_COLUMNS.every((name) => (entry[name] ?? null) === null);
  const names = [...CHAINED_COLUMNS, kind, ...(isOldEntry ? [] : [...LATER_COLUMNS, 'receipt'])];
  const covered = Object.fromEntries(names.map((name) => [name, entry[name] ?? null]));
  return hmacs(keys, 'ledger', `${previous}${canonicalJson({ ...covered, kind })}`);
};

/** The name of an account. */
export const accountId = (kind: LedgerKind, userId: number): string => `${kind}:${userId}`;

/** HMAC chain of ledger entries: each HMAC covers the previous one, so it is bound to all earlier entries of the account. */
import type { StoredRow } from '../../../common/entity/columns';
import { computeHmacs } from '../../access/crypto/crypto';
import type { LedgerKind } from '../../../common/ledgerKind';
import { canonicalJson } from '../../../common/canonicalJson';

/** Columns that every HMAC covers: all except the row's id, which the database assigns. */
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
/** Columns added later. The HMAC of an older entry does not cover them: in such an entry all of them except `receipt` are null. */
const LATER_COLUMNS = ['reference', 'approved_by', 'approved_name', 'client'] as const;

/** The valid HMACs of an entry: one for each key of the installation, that of the newest key first. */
export const entryHmacs = (
  keys: readonly string[],
  kind: LedgerKind,
  previous: string,
  entry: StoredRow,
): readonly string[] => {
  const isOldEntry = LATER_COLUMNS.every((name) => (entry[name] ?? null) === null);
  const names = [...CHAINED_COLUMNS, kind, ...(isOldEntry ? [] : [...LATER_COLUMNS, 'receipt'])];
  const covered = Object.fromEntries(names.map((name) => [name, entry[name] ?? null]));
  return computeHmacs(keys, 'ledger', `${previous}${canonicalJson({ ...covered, kind })}`);
};

/** The id of an account. */
export const ledgerAccountId = (kind: LedgerKind, userId: number): string => `${kind}:${userId}`;

/** Data migration: normalizes the spelling of stored mobile numbers. */
import { normalizeMobile } from '../../../common/text/mobileNumber';
import { normalizeForSearch } from '../../../common/text/normalize';
import { quoteIdentifier } from '../../platform/database/sql';
import type { DataMigrationContext } from './encryptCodes';

interface MobileRow {
  readonly id: number | string;
  readonly mobile: string;
}
interface MobileColumn {
  readonly table: string;
  /** Whether the number is unique among rows that are not deleted. */
  readonly isUnique: boolean;
  /** Whether the table has a normalized column for search. */
  readonly isNormalized: boolean;
}
const MOBILE_COLUMNS: readonly MobileColumn[] = [
  { table: 'user', isUnique: true, isNormalized: true },
  { table: 'admin', isUnique: true, isNormalized: true },
  { table: 'lead', isUnique: false, isNormalized: true },
  { table: 'member_former', isUnique: false, isNormalized: false },
];

/** Of two rows with the same number the second stays unchanged and is logged, for people to resolve. Idempotent. */
export async function normalizeMobiles(context: DataMigrationContext): Promise<void> {
  for (const column of MOBILE_COLUMNS) {
    const skipped = await normalizeTable(context, column);
    if (skipped.length > 0)
      context.log.warn(
        { table: column.table, ids: skipped },
        'these rows have the mobile number of another row in a different spelling; they are left as they are',
      );
  }
}

async function normalizeTable(
  context: DataMigrationContext,
  column: MobileColumn,
): Promise<readonly (number | string)[]> {
  const { tx } = context;
  const table = quoteIdentifier(column.table);
  const rows = await tx.rows<MobileRow>(
    `SELECT id, mobile FROM ${table} WHERE mobile LIKE '+86%' OR mobile LIKE '86%' ORDER BY id`,
  );
  const skipped: (number | string)[] = [];
  for (const { id, mobile } of rows) {
    const normalized = normalizeMobile(mobile);
    if (normalized === mobile) continue;
    if (column.isUnique && (await isTaken(context, table, { id, mobile: normalized }))) {
      skipped.push(id);
      continue;
    }
    const [set, values] = column.isNormalized
      ? [', mobile_n = ?', [normalized, normalizeForSearch(normalized)]]
      : ['', [normalized]];
    await tx.run(`UPDATE ${table} SET mobile = ?${set} WHERE id = ?`, [...values, id]);
  }
  return skipped;
}

/** Deleted rows have their own key in the unique index, so nothing collides with them. */
async function isTaken({ tx }: DataMigrationContext, table: string, { id, mobile }: MobileRow): Promise<boolean> {
  const rows = await tx.rows(
    `SELECT o.id FROM ${table} o JOIN ${table} r ON r.live = o.live WHERE r.id = ? AND o.id <> r.id AND o.mobile_n = ?`,
    [id, normalizeForSearch(mobile)],
  );
  return rows.length > 0;
}

/** Monthly statement of an account: the balance at its start and end, and the sums in between, from one snapshot. */
import { parseCalendarMonth } from '../../../../common/text/time/calendarMonth';
import { getTimeZone } from '../../../../common/text/time/timeZone';
import { LEDGERS, type LedgerKind } from '../../../../common/ledgerKind';
import type { Tx } from '../../../context';

export interface StatementRequest {
  readonly kind: LedgerKind;
  readonly userId: number;
  /** `yyyy-mm`. */
  readonly month: string;
  /** IANA name of the time zone in which the month begins. */
  readonly zone: string;
}
/** Cents or points. */
export interface TypeSum {
  readonly type: string;
  readonly count: number;
  readonly added: number;
  /** Zero or negative. */
  readonly deducted: number;
}
export interface Statement {
  readonly month: string;
  /** Unix seconds; `until` is the first second after the month. */
  readonly from: number;
  readonly until: number;
  readonly opening: number;
  readonly closing: number;
  readonly types: readonly TypeSum[];
  /** The newest entry number of the account in this snapshot; later entries are not in the statement. */
  readonly top: number;
  /** Unix seconds of the first entry of the account; null without entries. */
  readonly first: number | null;
}

const openingSql = (kind: LedgerKind): string =>
  `SELECT COALESCE(SUM(${kind}), 0) AS opening FROM \`${LEDGERS[kind]}\` WHERE user_id = ? AND create_time < ?`;
const typesSql = (kind: LedgerKind): string =>
  `SELECT type, COUNT(*) AS entries, SUM(CASE WHEN ${kind} > 0 THEN ${kind} ELSE 0 END) AS added,
    SUM(CASE WHEN ${kind} < 0 THEN ${kind} ELSE 0 END) AS deducted
    FROM \`${LEDGERS[kind]}\` WHERE user_id = ? AND create_time >= ? AND create_time < ? GROUP BY type ORDER BY type`;
const rangeSql = (kind: LedgerKind): string =>
  `SELECT MAX(n) AS top, MIN(create_time) AS first FROM \`${LEDGERS[kind]}\` WHERE user_id = ?`;

interface TypeRow {
  readonly type: string;
  readonly entries: number;
  readonly added: number;
  readonly deducted: number;
}

/**
 * The opening balance is the sum of all earlier entries, not the `before` of the first one: clocks of two nodes may differ, and with sums
 * the opening balance plus the entries is the closing balance in any case.
 */
export async function loadStatement(tx: Tx, { kind, userId, month, zone }: StatementRequest): Promise<Statement> {
  const { firstDay, nextFirstDay } = parseCalendarMonth(month);
  const { startOfDay } = getTimeZone(zone);
  const [from, until] = [startOfDay(firstDay), startOfDay(nextFirstDay)];
  const [before] = await tx.rows<{ readonly opening: number }>(openingSql(kind), [userId, from]);
  const rows = await tx.rows<TypeRow>(typesSql(kind), [userId, from, until]);
  const [range] = await tx.rows<{ readonly top: number | null; readonly first: number | null }>(rangeSql(kind), [
    userId,
  ]);
  const types = rows.map(({ type, entries, added, deducted }) => ({
    type,
    count: Number(entries),
    added: Number(added),
    deducted: Number(deducted),
  }));
  const opening = Number(before?.opening ?? 0);
  const first = range?.first ?? null;
  return {
    month,
    from,
    until,
    opening,
    types,
    closing: types.reduce((sum, { added, deducted }) => sum + added + deducted, opening),
    top: Number(range?.top ?? 0),
    first: first === null ? null : Number(first),
  };
}

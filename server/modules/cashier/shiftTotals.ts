/** Totals of the entries that one admin booked since a given time, by ledger and type. */
import { LEDGERS, type LedgerKind } from '../../../common/ledgerKind';
import type { Tx } from '../../context';

/** Cents or points. */
export interface ShiftSum {
  readonly type: string;
  readonly count: number;
  readonly added: number;
  /** Zero or negative. */
  readonly deducted: number;
}

/** The entries are found by the index of their time. */
const shiftSql = (kind: LedgerKind): string =>
  `SELECT type, COUNT(*) AS entries, SUM(CASE WHEN ${kind} > 0 THEN ${kind} ELSE 0 END) AS added,
    SUM(CASE WHEN ${kind} < 0 THEN ${kind} ELSE 0 END) AS deducted
    FROM \`${LEDGERS[kind]}\` WHERE create_time >= ? AND actor = ? GROUP BY type ORDER BY type`;

interface ShiftRow {
  readonly type: string;
  readonly entries: number;
  readonly added: number;
  readonly deducted: number;
}
/** `actor`: the key of the admin, as in `admin:3`; `since`: unix seconds. */
export async function loadShiftTotals(
  tx: Tx,
  kind: LedgerKind,
  { actor, since }: { readonly actor: string; readonly since: number },
): Promise<readonly ShiftSum[]> {
  const rows = await tx.rows<ShiftRow>(shiftSql(kind), [since, actor]);
  return rows.map(({ type, entries, added, deducted }) => ({
    type,
    count: Number(entries),
    added: Number(added),
    deducted: Number(deducted),
  }));
}

/** Read marks: per device of a member the newest ledger entry that arrived there, and the newest that was visible. */
import { LIMITS } from '../../../common/limits';
import { LEDGER_KINDS, type LedgerKind } from '../../../common/ledgerKind';
import type { DeviceReceipt } from '../../../common/protocol/receipts';
import type { Db } from '../../context';

/** The mark of one entry on one device. */
export interface ReadMark {
  readonly member: number;
  readonly kind: LedgerKind;
  readonly n: number;
  /** The device id, equal for all sign-ins of a browser; column `session_id`. */
  readonly device: string;
  /** When it became visible, in Unix milliseconds; 0 when it did not yet. */
  readonly seenAt: number;
}
export interface ReadMarks {
  /** Adds a mark; returns whether it was new. */
  readonly add: (readMark: ReadMark) => boolean;
  /** The marks by device, the newest first. */
  readonly getList: (kind: LedgerKind) => readonly DeviceReceipt[];
  /** The entry number from which new marks are read. */
  readonly readFrom: (kind: LedgerKind) => number;
}

/** Devices may report an entry late: marks of this many earlier entries are read again. */
const LATE_ENTRIES = 5;
const getSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

function advance([arrived, seen, at]: DeviceReceipt, { n, seenAt }: ReadMark): DeviceReceipt {
  return seenAt > 0 && n > seen ? [Math.max(arrived, n), n, getSeconds(seenAt)] : [Math.max(arrived, n), seen, at];
}

export function createReadMarks(): ReadMarks {
  const byDevice: Readonly<Record<LedgerKind, Map<string, DeviceReceipt>>> = { money: new Map(), score: new Map() };
  const listOf = (kind: LedgerKind) =>
    [...byDevice[kind].values()].sort(([a, b], [c, d]) => c - a || d - b).slice(0, LIMITS.devicesReported);
  return {
    add: (readMark) => {
      const previous = byDevice[readMark.kind].get(readMark.device) ?? ([0, 0, 0] as const);
      const next = advance(previous, readMark);
      byDevice[readMark.kind].set(readMark.device, next);
      return next.some((part, index) => part !== previous[index]);
    },
    getList: listOf,
    readFrom: (kind) => Math.max(0, (listOf(kind)[0]?.[0] ?? 0) - LATE_ENTRIES),
  };
}

interface ReadMarkRow {
  readonly user_id: number;
  readonly kind: LedgerKind;
  readonly n: number;
  readonly session_id: string;
  readonly seen_at: number;
}
const SELECT = 'SELECT user_id, kind, n, session_id, seen_at FROM `entry_seen` WHERE';
const toReadMark = ({ user_id, kind, n, session_id, seen_at }: ReadMarkRow): ReadMark => ({
  member: Number(user_id),
  kind,
  n: Number(n),
  device: session_id,
  seenAt: Number(seen_at),
});

/** Reads the newest marks of one member. */
export async function loadReadMarks(db: Pick<Db, 'rows'>, member: number): Promise<readonly ReadMark[]> {
  const newest = LEDGER_KINDS.map(
    (kind) => `SELECT * FROM (${SELECT} user_id = ? AND kind = '${kind}' ORDER BY n DESC LIMIT ?) AS of_${kind}`,
  );
  const limit = 2 * LIMITS.devicesReported;
  const rows = await db.rows<ReadMarkRow>(newest.join(' UNION ALL '), [member, limit, member, limit]);
  return rows.map(toReadMark);
}

export interface ReadMarksQuery {
  readonly member: number;
  readonly from: Readonly<Record<LedgerKind, number>>;
}
/** Reads the new marks of several members in one query. */
export async function loadNewerReadMarks(
  db: Pick<Db, 'rows'>,
  members: readonly ReadMarksQuery[],
): Promise<readonly ReadMark[]> {
  const conditions = members.flatMap(({ member, from }) =>
    LEDGER_KINDS.map((kind) => [member, kind, from[kind]] as const),
  );
  if (conditions.length === 0) return [];
  const where = conditions.map(() => '(user_id = ? AND kind = ? AND n >= ?)').join(' OR ');
  return (await db.rows<ReadMarkRow>(`${SELECT} ${where}`, conditions.flat())).map(toReadMark);
}

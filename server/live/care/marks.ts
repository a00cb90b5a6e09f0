/** How far each device of a member is with what was booked: the newest entry that arrived there, and the newest that was in sight. */
import { LIMITS } from '../../../common/limits';
import type { DeviceMark } from '../../../common/protocol/care';
import type { Db } from '../../context';

export const KINDS = ['money', 'score'] as const;
export type Kind = (typeof KINDS)[number];
/** One entry on one device. */
export interface EntryMark {
  readonly member: number;
  readonly kind: Kind;
  readonly n: number;
  /** One browser, however often it signs in; column `session_id`. */
  readonly device: string;
  /** Since when in sight, unix milliseconds; 0: not yet. */
  readonly seenAt: number;
}
export interface Marks {
  /** Whether it says more than was known. */
  readonly take: (mark: EntryMark) => boolean;
  /** By device, the newest first. */
  readonly of: (kind: Kind) => readonly DeviceMark[];
  /** From this entry on marks may still be new. */
  readonly from: (kind: Kind) => number;
}

/** A device may say late that an entry arrived; so many entries back it is still asked for. */
const LATE = 5;
const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);

function further([got, saw, at]: DeviceMark, { n, seenAt }: EntryMark): DeviceMark {
  return seenAt > 0 && n > saw ? [Math.max(got, n), n, secondsOf(seenAt)] : [Math.max(got, n), saw, at];
}

export function createMarks(): Marks {
  const known: Readonly<Record<Kind, Map<string, DeviceMark>>> = { money: new Map(), score: new Map() };
  const of = (kind: Kind) =>
    [...known[kind].values()].sort(([a, b], [c, d]) => c - a || d - b).slice(0, LIMITS.devicesTold);
  return {
    take: (mark) => {
      const before = known[mark.kind].get(mark.device) ?? ([0, 0, 0] as const);
      const after = further(before, mark);
      known[mark.kind].set(mark.device, after);
      return after.some((part, at) => part !== before[at]);
    },
    of,
    from: (kind) => Math.max(0, (of(kind)[0]?.[0] ?? 0) - LATE),
  };
}

interface Raw {
  readonly user_id: number;
  readonly kind: Kind;
  readonly n: number;
  readonly session_id: string;
  readonly seen_at: number;
}
const SELECT = 'SELECT user_id, kind, n, session_id, seen_at FROM `entry_seen` WHERE';
const markOf = ({ user_id, kind, n, session_id, seen_at }: Raw): EntryMark => ({
  ...{ member: Number(user_id), kind, n: Number(n) },
  ...{ device: session_id, seenAt: Number(seen_at) },
});

/** The newest marks of one member. */
export async function readMarks(db: Pick<Db, 'rows'>, member: number): Promise<readonly EntryMark[]> {
  const newest = KINDS.map(
    (kind) => `SELECT * FROM (${SELECT} user_id = ? AND kind = '${kind}' ORDER BY n DESC LIMIT ?) AS of_${kind}`,
  );
  const most = 2 * LIMITS.devicesTold;
  const rows = await db.rows<Raw>(newest.join(' UNION ALL '), [member, most, member, most]);
  return rows.map(markOf);
}

export interface Since {
  readonly member: number;
  readonly from: Readonly<Record<Kind, number>>;
}
/** What may be new of some members: one query. */
export async function readNewer(db: Pick<Db, 'rows'>, members: readonly Since[]): Promise<readonly EntryMark[]> {
  const parts = members.flatMap(({ member, from }) => KINDS.map((kind) => [member, kind, from[kind]] as const));
  if (parts.length === 0) return [];
  const where = parts.map(() => '(user_id = ? AND kind = ? AND n >= ?)').join(' OR ');
  return (await db.rows<Raw>(`${SELECT} ${where}`, parts.flat())).map(markOf);
}

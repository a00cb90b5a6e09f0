/** Delivery: a window that holds a figure says so, and whether it is in sight there; staff who look at the member are told. */
import { z } from 'zod';
import { deviceOfSession } from '../../access/sessions';
import { LEDGERS, type LedgerKind } from '../../behaviours/ledger/chain';
import { centsOf } from '../../../common/text/moneys';
import type { RequestCall, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Db } from '../../context';
import type { EntryMark } from '../../live/care/marks';

const figures = z.object({ money: z.string().max(30), score: z.number().int(), hidden: z.boolean().optional() });
type Tell = (mark: EntryMark) => void;

export function routeSeen({ add: route }: RouteRegistry, tell: Tell): void {
  route({
    method: 'POST',
    realm: 'member',
    access: 'member',
    path: '/api/account/seen',
    query: [],
    body: 'json',
    input: figures,
    summary: 'The figures the caller’s window holds just now, and whether nobody looks at it',
    handler: async (call) => {
      for (const mark of await noteSeen(call)) tell(mark);
      return { data: null };
    },
  });
}

interface Standing {
  readonly n: number;
  readonly balance: number;
}
interface Noted {
  readonly seen_at: number;
}
/** Only what the account stands at can have arrived; each device says once that it did, and once that it was in sight. */
async function noteSeen({ ctx, body }: RequestCall): Promise<readonly EntryMark[]> {
  const { money, score, hidden } = figures.parse(body);
  const { services, actor } = ctx;
  const values = { money: centsOf(money), score };
  const marks: EntryMark[] = [];
  let device: string | undefined;
  for (const kind of Object.keys(LEDGERS) as LedgerKind[]) {
    const [now] = await services.db.rows<Standing>('SELECT n, balance FROM `account` WHERE id = ?', [
      `${kind}:${actor.id}`,
    ]);
    if (!now || Number(now.n) === 0 || Number(now.balance) !== values[kind]) continue;
    const at = services.clock.now();
    device ??= await deviceOfSession(services, ctx.sessionId ?? '');
    const mark = { member: actor.id, kind, n: Number(now.n), device, seenAt: hidden === true ? 0 : at };
    if (await note(services.db, mark, at)) marks.push(mark);
  }
  return marks;
}

const INSERT_NEW = { sqlite: 'INSERT OR IGNORE', mariadb: 'INSERT IGNORE' } as const;
const COLUMNS = 'id, user_id, kind, n, session_id, seen_at, arrived_at';
/** Whether it was new. Tabs of one device may say it at the same time: what was in sight once stays so. */
async function note(db: Db, { member, kind, n, device, seenAt }: EntryMark, at: number): Promise<boolean> {
  const id = `${kind}:${member}:${n}:${device}`;
  const [noted] = await db.rows<Noted>('SELECT seen_at FROM `entry_seen` WHERE id = ?', [id]);
  if (noted && (seenAt === 0 || Number(noted.seen_at) > 0)) return false;
  return db.transact(async (tx) => {
    const values = [id, member, kind, n, device, seenAt, at];
    const insert = `${INSERT_NEW[db.dialect]} INTO \`entry_seen\` (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`;
    if ((await tx.run(insert, values)).changes > 0) return true;
    if (seenAt === 0) return false;
    const update = 'UPDATE `entry_seen` SET seen_at = ? WHERE id = ? AND seen_at = 0';
    return (await tx.run(update, [seenAt, id])).changes > 0;
  });
}

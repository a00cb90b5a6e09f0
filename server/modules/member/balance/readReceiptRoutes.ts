/** Read receipts: a window that displays a balance reports it, and whether it is in view; staff with the member open receive that. */
import { z } from 'zod';
import { findSessionDeviceId } from '../../../access/sessions/sessions';
import { LEDGERS, type LedgerKind } from '../../../../common/ledgerKind';
import { parseCents } from '../../../../common/text/cents';
import type { RouteCall } from '../../../engine/http/routeRegistry';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import type { Db } from '../../../context';
import type { ReadMark } from '../../../live/receipts/readMarks';

const balanceInput = z.object({ money: z.string().max(30), score: z.number().int(), hidden: z.boolean().optional() });
export type BroadcastMark = (mark: ReadMark) => void;

export function registerReadReceiptRoute({ routes: { add: route } }: ModuleServices, broadcast: BroadcastMark): void {
  route({
    method: 'POST',
    realm: 'member',
    access: 'member',
    path: '/api/account/seen',
    query: [],
    body: 'json',
    input: balanceInput,
    summary: 'Report the amounts shown in this window, and whether it is hidden',
    handler: async (call) => {
      for (const mark of await recordSeen(call)) broadcast(mark);
      return { data: null };
    },
  });
}

interface AccountBalance {
  readonly n: number;
  readonly balance: number;
}
interface SeenRow {
  readonly seen_at: number;
}
/** Only the current balance can have arrived; each device reports once that it arrived and once that it was in view. */
async function recordSeen({ ctx, body }: RouteCall): Promise<readonly ReadMark[]> {
  const { money, score, hidden } = balanceInput.parse(body);
  const { services, actor } = ctx;
  const values = { money: parseCents(money), score };
  const marks: ReadMark[] = [];
  let device: string | undefined;
  for (const kind of Object.keys(LEDGERS) as LedgerKind[]) {
    const [account] = await services.db.rows<AccountBalance>('SELECT n, balance FROM `account` WHERE id = ?', [
      `${kind}:${actor.id}`,
    ]);
    if (!account || Number(account.n) === 0 || Number(account.balance) !== values[kind]) continue;
    const at = services.clock.now();
    device ??= await findSessionDeviceId(services, ctx.sessionId ?? '');
    const mark = { member: actor.id, kind, n: Number(account.n), device, seenAt: hidden === true ? 0 : at };
    if (await storeSeen(services.db, mark, at)) marks.push(mark);
  }
  return marks;
}

const INSERT_NEW = { sqlite: 'INSERT OR IGNORE', mariadb: 'INSERT IGNORE' } as const;
const COLUMNS = 'id, user_id, kind, n, session_id, seen_at, arrived_at';
/** Returns whether the receipt is new. Tabs of one device may report concurrently: a receipt that was in view stays so. */
async function storeSeen(db: Db, { member, kind, n, device, seenAt }: ReadMark, at: number): Promise<boolean> {
  const id = `${kind}:${member}:${n}:${device}`;
  const [stored] = await db.rows<SeenRow>('SELECT seen_at FROM `entry_seen` WHERE id = ?', [id]);
  if (stored && (seenAt === 0 || Number(stored.seen_at) > 0)) return false;
  return db.transact(async (tx) => {
    const values = [id, member, kind, n, device, seenAt, at];
    const insert = `${INSERT_NEW[db.dialect]} INTO \`entry_seen\` (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`;
    if ((await tx.run(insert, values)).changes > 0) return true;
    if (seenAt === 0) return false;
    const update = 'UPDATE `entry_seen` SET seen_at = ? WHERE id = ? AND seen_at = 0';
    return (await tx.run(update, [seenAt, id])).changes > 0;
  });
}

/** Delivery: a window that shows a figure says so, and staff see when the member saw an entry, on how many devices, and who is online. */
import { z } from 'zod';
import { LEDGERS, type LedgerKind } from '../../behaviours/ledger/chain';
import { nounOf } from '../../access/members';
import { centsOf } from '../../../common/text/moneys';
import { fault } from '../../../common/protocol/faults';
import type { Call, Done, Inventory } from '../../engine/inventory';
import type { Reader } from '../../engine/read';
import type { Kit } from '../../kit';

const figures = z.object({ money: z.string().max(30), score: z.number().int() });
interface SeenDeps {
  readonly reader: Reader;
  readonly windowsOf: (principal: string) => number;
}

export function routeSeen({ route }: Inventory, { reader, windowsOf }: SeenDeps): void {
  route({
    method: 'POST',
    realm: 'member',
    access: 'member',
    path: '/api/account/seen',
    query: [],
    body: 'json',
    input: figures,
    summary: 'The figures the caller’s window shows just now',
    handler: noteSeen,
  });
  route({
    method: 'GET',
    realm: 'admin',
    access: 'admin',
    node: 'user/index',
    path: '/admin/user/presence',
    query: ['id'],
    body: 'none',
    summary: 'How many windows a member has open, and which entries were seen when',
    handler: async ({ ctx, query }) => {
      const id = Number(query['id']);
      if (!Number.isSafeInteger(id) || id < 1) throw fault('row.missing');
      await reader.get(ctx, nounOf(ctx.kit, 'user'), id);
      const seen = { money: await lastSeen(ctx.kit, 'money', id), score: await lastSeen(ctx.kit, 'score', id) };
      return { data: { windows: windowsOf(`member:${id}`), seen } };
    },
  });
}

interface Standing {
  readonly n: number;
  readonly balance: number;
}
/** Only what the account stands at can have been seen; each device says it once. */
async function noteSeen({ ctx, body }: Call): Promise<Done> {
  const shown = figures.parse(body);
  const { kit, actor, sessionId = '' } = ctx;
  const values = { money: centsOf(shown.money), score: shown.score };
  for (const kind of Object.keys(LEDGERS) as LedgerKind[]) {
    const [now] = await kit.db.rows<Standing>('SELECT n, balance FROM `account` WHERE id = ?', [`${kind}:${actor.id}`]);
    if (!now || Number(now.n) === 0 || Number(now.balance) !== values[kind]) continue;
    const id = `${kind}:${actor.id}:${Number(now.n)}:${sessionId}`;
    const known = await kit.db.rows('SELECT id FROM `entry_seen` WHERE id = ?', [id]);
    if (known.length > 0) continue;
    await kit.db.transact((tx) =>
      tx.run('REPLACE INTO `entry_seen` (id, user_id, kind, n, session_id, seen_at) VALUES (?, ?, ?, ?, ?, ?)', [
        ...[id, actor.id, kind, Number(now.n), sessionId],
        kit.clock.now(),
      ]),
    );
  }
  return { data: null };
}

interface Seen {
  readonly n: number;
  readonly at: number;
  readonly devices: number;
}
/** The newest entry that was in sight: since when, in unix seconds, and on how many devices. */
async function lastSeen({ db }: Kit, kind: LedgerKind, userId: number): Promise<Seen | null> {
  const [row] = await db.rows<Seen>(
    `SELECT n, MIN(seen_at) AS at, COUNT(*) AS devices FROM \`entry_seen\` WHERE user_id = ? AND kind = ?
     GROUP BY n ORDER BY n DESC LIMIT 1`,
    [userId, kind],
  );
  return row ? { n: Number(row.n), at: Math.floor(Number(row.at) / 1000), devices: Number(row.devices) } : null;
}

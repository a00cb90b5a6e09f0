/** Views and likes of articles. Views are gathered and written together; a like is written at once, one a visitor and day. */
import { fault } from '../../../common/protocol/faults';
import { count } from '../../access/limits';
import { lockClause } from '../../engine/write/hookContext';
import type { HookContext, Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { onBehalf, visitorOf } from './guard';

const DAY = 86_400_000;
const FLUSH_MS = 10_000;
/** Visitors remembered at once; with more of them a reload may count again. */
const MOST_REMEMBERED = 20_000;

/** The number of a published article, taken for this transaction. */
async function lockedCount(
  hook: HookContext,
  id: number,
  column: 'like_num' | 'views_num',
): Promise<number | undefined> {
  const sql = `SELECT ${column} AS n FROM \`article\` WHERE id = ? AND live = 0 AND status = 1${lockClause(hook.services.db.dialect)}`;
  const [row] = await hook.tx.rows<{ n: number }>(sql, [id]);
  return row === undefined ? undefined : Number(row.n);
}

export interface Liked {
  readonly liked: boolean;
  readonly like_num: number;
}
/** Likes an article; a second time on the same day changes nothing. */
export async function like(ctx: RequestContext, writer: Writer, id: number): Promise<Liked> {
  const entity = ctx.services.registry.get('article');
  if (entity === undefined) throw fault('row.missing');
  const { mid: _mid, ...house } = onBehalf(ctx);
  const known = await writer.inTransaction(house, (_within, hook) => lockedCount(hook, id, 'like_num'));
  if (known === undefined) throw fault('row.missing');
  const { hits } = await count(ctx.services, `like:${id}:${visitorOf(ctx)}`, DAY);
  if (hits > 1) return { liked: false, like_num: known };
  const likes = await writer.inTransaction(house, async (writer, hook) => {
    const before = await lockedCount(hook, id, 'like_num');
    if (before === undefined) throw fault('row.missing');
    await writer.update(entity, { id, like_num: before + 1 });
    return before + 1;
  });
  return { liked: true, like_num: likes };
}

export interface Views {
  /** Somebody read an article; the same visitor counts once until the next hour. */
  readonly seen: (id: number, visitor: string) => void;
  /** Writes what was gathered. */
  readonly flush: () => Promise<void>;
  /** Writes the rest and stops. */
  readonly close: () => Promise<void>;
}

/** `house`: the house itself acts. */
export function createViews(house: RequestContext, writer: Writer): Views {
  const { services } = house;
  let gathered = new Map<number, number>();
  let visitors = new Set<string>();
  let hour = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    const counts = gathered;
    gathered = new Map();
    if (counts.size === 0) return;
    try {
      await writeViews(house, writer, counts);
    } catch (error) {
      services.log.warn({ err: error, articles: counts.size }, 'views could not be counted');
    }
  };
  return {
    seen: (id, visitor) => {
      const now = Math.floor(services.clock.now() / (DAY / 24));
      if (now !== hour || visitors.size >= MOST_REMEMBERED) visitors = new Set();
      hour = now;
      const key = `${id}:${visitor}`;
      if (visitors.has(key)) return;
      visitors.add(key);
      gathered.set(id, (gathered.get(id) ?? 0) + 1);
      timer ??= setTimeout(() => {
        timer = undefined;
        void flush();
      }, FLUSH_MS).unref();
    },
    flush,
    close: async () => {
      clearTimeout(timer);
      await flush();
    },
  };
}

const writeViews = (house: RequestContext, writer: Writer, counts: ReadonlyMap<number, number>): Promise<void> =>
  writer.inTransaction(house, async (writer, hook) => {
    const entity = house.services.registry.get('article');
    if (entity === undefined) return;
    for (const [id, more] of [...counts].sort(([one], [other]) => one - other)) {
      const before = await lockedCount(hook, id, 'views_num');
      if (before !== undefined) await writer.update(entity, { id, views_num: before + more });
    }
  });

/** View and like counters of articles. Views are collected and written in batches; a like is written at once, one per visitor and day. */
import { fault } from '../../../common/protocol/faults';
import { countAttempt } from '../../access/limits/rateLimits';
import { rowLockClause } from '../../platform/database/sql';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { visitorKey } from './formRateLimit';
import { toSystemContext } from '../../platform/systemContext';

const DAY_MS = 86_400_000;
const FLUSH_INTERVAL_MS = 10_000;
/** Remembered visitors; beyond that a reload may count again. */
const MAX_REMEMBERED_VISITORS = 20_000;

/** The counter of a published article; locks its row. */
async function loadCountForUpdate(
  hook: HookContext,
  id: number,
  column: 'like_num' | 'views_num',
): Promise<number | undefined> {
  // `live = 0`: the article is not deleted.
  const sql = `SELECT ${column} AS n FROM \`article\` WHERE id = ? AND live = 0 AND status = 1${rowLockClause(hook.services.db.dialect)}`;
  const [row] = await hook.tx.rows<{ n: number }>(sql, [id]);
  return row === undefined ? undefined : Number(row.n);
}

export interface LikeResult {
  readonly liked: boolean;
  readonly like_num: number;
}
/** Likes an article; a second like on the same day changes nothing. */
export async function likeArticle(ctx: RequestContext, writer: Writer, id: number): Promise<LikeResult> {
  const entity = ctx.services.registry.get('article');
  if (entity === undefined) throw fault('row.missing');
  const systemCtx = toSystemContext(ctx, { channel: 'api' });
  const likesBefore = await writer.inTransaction(systemCtx, (_txWriter, hook) =>
    loadCountForUpdate(hook, id, 'like_num'),
  );
  if (likesBefore === undefined) throw fault('row.missing');
  const { hits } = await countAttempt(ctx.services, `like:${id}:${visitorKey(ctx)}`, DAY_MS);
  if (hits > 1) return { liked: false, like_num: likesBefore };
  const likes = await writer.inTransaction(systemCtx, async (txWriter, hook) => {
    const current = await loadCountForUpdate(hook, id, 'like_num');
    if (current === undefined) throw fault('row.missing');
    await txWriter.update(entity, { id, like_num: current + 1 });
    return current + 1;
  });
  return { liked: true, like_num: likes };
}

export interface ViewCounter {
  /** Counts a view; the same visitor counts once per hour. */
  readonly recordView: (id: number, visitor: string) => void;
  /** Writes the collected views. */
  readonly flush: () => Promise<void>;
  /** Writes the rest and stops. */
  readonly close: () => Promise<void>;
}

/** `systemCtx`: a context of the system. */
export function createViewCounter(systemCtx: RequestContext, writer: Writer): ViewCounter {
  const { services } = systemCtx;
  let pendingViews = new Map<number, number>();
  let recentVisitors = new Set<string>();
  let hour = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    const counts = pendingViews;
    pendingViews = new Map();
    if (counts.size === 0) return;
    try {
      await storeViews(systemCtx, writer, counts);
    } catch (error) {
      services.log.warn({ err: error, articles: counts.size }, 'article views were not stored and are lost');
    }
  };
  return {
    recordView: (id, visitor) => {
      const now = Math.floor(services.clock.now() / (DAY_MS / 24));
      if (now !== hour || recentVisitors.size >= MAX_REMEMBERED_VISITORS) recentVisitors = new Set();
      hour = now;
      const key = `${id}:${visitor}`;
      if (recentVisitors.has(key)) return;
      recentVisitors.add(key);
      pendingViews.set(id, (pendingViews.get(id) ?? 0) + 1);
      timer ??= setTimeout(() => {
        timer = undefined;
        void flush();
      }, FLUSH_INTERVAL_MS).unref();
    },
    flush,
    close: async () => {
      clearTimeout(timer);
      await flush();
    },
  };
}

const storeViews = (systemCtx: RequestContext, writer: Writer, counts: ReadonlyMap<number, number>): Promise<void> =>
  writer.inTransaction(systemCtx, async (txWriter, hook) => {
    const entity = systemCtx.services.registry.get('article');
    if (entity === undefined) return;
    for (const [id, added] of [...counts].sort(([one], [other]) => one - other)) {
      const current = await loadCountForUpdate(hook, id, 'views_num');
      if (current !== undefined) await txWriter.update(entity, { id, views_num: current + added });
    }
  });

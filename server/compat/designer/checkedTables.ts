/**
 * The tables of which a session knows that they exist, from the response to its check. After that response these clients ask the
 * admin before they generate the table; without it no admin has agreed to lose values. Kept by this process: a client that was checked by another node is asked to check again.
 */
import type { RequestContext } from '../../context';

/** How long a check counts. */
export const CHECK_MS = 10 * 60_000;
const MAX_CHECKS = 1_000;

export interface CheckedTables {
  readonly add: (ctx: RequestContext, table: string) => void;
  /** Whether the session got that response a short time ago; each counts once. */
  readonly take: (ctx: RequestContext, table: string) => boolean;
}

export function createCheckedTables(): CheckedTables {
  const times = new Map<string, number>();
  const getKey = ({ sessionId }: RequestContext, table: string): string => `${sessionId ?? ''}:${table}`;
  return {
    add: (ctx, table) => {
      if (ctx.sessionId === undefined) return;
      const [oldest] = times.keys();
      if (times.size >= MAX_CHECKS && oldest !== undefined) times.delete(oldest);
      const key = getKey(ctx, table);
      times.delete(key);
      times.set(key, ctx.services.clock.now());
    },
    take: (ctx, table) => {
      const key = getKey(ctx, table);
      const time = times.get(key);
      times.delete(key);
      return time !== undefined && ctx.services.clock.now() - time < CHECK_MS;
    },
  };
}

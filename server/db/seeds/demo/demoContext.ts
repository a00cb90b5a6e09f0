/** Shared by the demo seeds: transactions on past days, by the system or by staff. */
import { SYSTEM, type Actor } from '../../../../common/entity/access';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import { hiddenInitialValue } from '../../../../common/entity/validate';
import type { TxWriter } from '../../../engine/write/context/txWriter';
import type { RequestContext } from '../../../context';
import { requireSeedEntity, seedContext, type SeedTools } from '../base';

export type SeedRow = Readonly<Record<string, Json>>;
/** Writes rows and returns their ids. */
export type InsertRows = (entity: string, newRows: readonly SeedRow[]) => Promise<readonly number[]>;
export interface DemoTransaction {
  readonly insertRows: InsertRows;
  readonly writer: TxWriter;
}

export interface DemoContext extends SeedTools {
  /** One transaction that many days ago, with one timestamp. */
  readonly runDaysAgo: <T>(
    days: number,
    work: (transaction: DemoTransaction) => Promise<T>,
    actorFields?: ActorFields,
  ) => Promise<T>;
  /** Unix seconds. */
  readonly secondsAgo: (days: number) => number;
  readonly loadIdsByName: (sql: string) => Promise<ReadonlyMap<string, number>>;
  /** An admin as the actor at a URL of the console. */
  readonly asStaff: (username: string) => Promise<(url: string) => ActorFields>;
}
/** The actor, and where the request comes from. */
type ActorFields = Partial<Pick<RequestContext, 'actor' | 'ip' | 'userAgent' | 'url'>>;

const DAY = 86_400_000;
/** Browsers of the staff, the same for each person every day. */
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
] as const;
/** Transactions of a day fall into office hours. */
const OFFICE_OPENS_MS = 9 * 3_600_000;

export function createDemoContext({ services, writer }: SeedTools): DemoContext {
  const now = services.clock.now();
  const timeDaysAgo = (days: number): number =>
    days <= 0 ? now : Math.min(now, dayStart(now - days * DAY) + OFFICE_OPENS_MS + (days % 7) * 4_860_000);
  const runDaysAgo: DemoContext['runDaysAgo'] = async (days, work, actorFields = {}) => {
    const then = { ...services, clock: { now: () => timeDaysAgo(days) } };
    return writer.inTransaction({ ...seedContext(then), ...actorFields }, (writer) => {
      const insertRows: InsertRows = async (entity, newRows) =>
        (
          await writer.createMany(
            requireSeedEntity(services, entity),
            withShownState(requireSeedEntity(services, entity), newRows),
          )
        ).rows.map(({ id }) => id);
      return work({ insertRows, writer });
    });
  };
  const loadIdsByName: DemoContext['loadIdsByName'] = async (sql) =>
    new Map((await services.db.rows<{ id: number; name: string }>(sql)).map(({ id, name }) => [name, Number(id)]));
  const asStaff: DemoContext['asStaff'] = async (username) => {
    const [row] = await services.db.rows<{ id: number; nickname: string }>(
      'SELECT id, nickname FROM `admin` WHERE username = ?',
      [username],
    );
    if (!row) return () => ({});
    const id = Number(row.id);
    const actor: Actor = { ...SYSTEM, kind: 'staff', id, name: row.nickname, account: username };
    const place = { ip: `203.0.113.${20 + id}`, userAgent: itemAt(BROWSERS, id) ?? '' };
    return (url) => ({ actor, url, ...place });
  };
  return {
    services,
    writer,
    runDaysAgo,
    loadIdsByName,
    asStaff,
    secondsAgo: (days) => Math.floor(timeDaysAgo(days) / 1000),
  };
}

/** Demo rows are visible on the site unless their values hide them. */
function withShownState(entity: AnyEntity, newRows: readonly SeedRow[]): readonly SeedRow[] {
  const start = hiddenInitialValue(entity);
  return start === undefined ? newRows : newRows.map((values) => ({ [start.field]: start.publicValue, ...values }));
}

const dayStart = (at: number): number => Math.floor(at / DAY) * DAY;

/** The items with their index, split into `count` groups of neighbors. */
export function splitEvenly<T>(list: readonly T[], count: number): readonly (readonly (readonly [T, number])[])[] {
  const size = Math.ceil(list.length / count);
  return Array.from({ length: Math.ceil(list.length / size) }, (_, chunk) =>
    list.slice(chunk * size, (chunk + 1) * size).map((item, index) => [item, chunk * size + index] as const),
  );
}
/** The item at an index, modulo the length of the list. */
export const itemAt = <T>(list: readonly T[], place: number): T | undefined => list[place % list.length];

/** The date that many days ago, `yyyy-mm-dd`. */
export const dayAgo = (demo: DemoContext, days: number): string =>
  new Date(demo.secondsAgo(days) * 1000).toISOString().slice(0, 10);

/** Weights for the order in which the rows are written; a row that is added later comes first. */
export const weighed = <R extends object>(rows: readonly R[]): readonly (R & { readonly weigh: number })[] =>
  rows.map((row, index) => ({ ...row, weigh: rows.length - index }));

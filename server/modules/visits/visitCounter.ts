/** Counts page views and visitors of the site and the member center, without a third-party service, in batches of one second. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import { QUARTER_HOUR_S } from '../../../common/live/measure';
import { getTimeZone } from '../../../common/text/time/timeZone';
import { truncate } from '../../../common/text/normalize';
import { decodeRow } from '../../engine/schema/model';
import { toLoggedRow } from '../../engine/write/stages/recordChange';
import { rowLockClause } from '../../platform/database/sql';
import type { Services, Tx } from '../../context';
import { CHANGE_OPS, appendChanges, type ChangeToLog } from '../../live/log/changeLog';
import { getIpPrefix } from '../../access/limits/rateLimits';
import { createMutex } from '../../platform/mutex';

const FLUSH_INTERVAL_MS = 1_000;
/** Visitors in one batch; beyond that only page views are counted until the next flush. */
const MAX_VISITORS_PER_BATCH = 50_000;

export type VisitArea = 'site' | 'member';
export interface VisitCounter {
  /** Counts a displayed page. Robots, previews, prefetches and browsers that opted out are not counted. */
  readonly recordVisit: (area: VisitArea, ip: string, request: Pick<IncomingMessage, 'headers'>) => void;
  /** Writes the current batch. */
  readonly flush: () => Promise<void>;
  /** Writes the rest and stops. */
  readonly close: () => Promise<void>;
}

interface VisitBatchEntry {
  pages: number;
  /** Hashes of IP and browser; dropped with the next flush. */
  readonly visitorKeys: Set<string>;
}
type Batch = Map<string, VisitBatchEntry>;

/** A prefetch displays the page to no person yet. */
function isPrefetch({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz'] ?? '';
  return String(purpose).includes('prefetch') || String(purpose).includes('preview');
}
/** The browser asks not to be counted: Global Privacy Control, or the older Do Not Track. */
const hasOptedOut = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['sec-gpc'] === '1' || headers['dnt'] === '1';
const isBot = (agent: string): boolean => agent === '' || isbot(agent);

const INSERT_IGNORE = { sqlite: 'INSERT OR IGNORE', mariadb: 'INSERT IGNORE' } as const;

/** The day's salt, the same on every node; deletes the data of other days. */
async function loadDailySalt(services: Services, tx: Tx, day: string): Promise<string> {
  const read = () => tx.rows<{ salt: string }>('SELECT salt FROM `visit_day` WHERE id = ?', [day]);
  const [known] = await read();
  if (known) return known.salt;
  await tx.run('DELETE FROM `visit_mark` WHERE day <> ?', [day]);
  await tx.run('DELETE FROM `visit_day` WHERE id <> ?', [day]);
  const newSalt = randomBytes(32).toString('base64url');
  await tx.run(`${INSERT_IGNORE[services.db.dialect]} INTO \`visit_day\` (id, salt) VALUES (?, ?)`, [day, newSalt]);
  const [stored] = await read();
  return stored?.salt ?? newSalt;
}

/** Number of these visitors that are new today. */
async function countNewVisitors(
  services: Services,
  tx: Tx,
  day: string,
  visitorKeys: Iterable<string>,
): Promise<number> {
  const salt = await loadDailySalt(services, tx, day);
  let count = 0;
  for (const visitorKey of visitorKeys) {
    const visitorHash = createHash('sha256').update(salt).update(visitorKey).digest('base64url');
    const sql = `${INSERT_IGNORE[services.db.dialect]} INTO \`visit_mark\` (id, day) VALUES (?, ?)`;
    count += (await tx.run(sql, [visitorHash, day])).changes > 0 ? 1 : 0;
  }
  return count;
}

interface VisitDelta {
  /** Start of the quarter of an hour, in Unix seconds. */
  readonly quarterHour: number;
  readonly area: string;
  readonly pages: number;
  readonly visitors: number;
}
/**
 * Adds to the row of a quarter of an hour, or creates it; returns the row before and after. Rows that two nodes create at once are added
 * up.
 */
async function incrementVisits(
  { db, clock }: Services,
  tx: Tx,
  entity: AnyEntity,
  { quarterHour, area, pages, visitors }: VisitDelta,
) {
  const read = async (where: string, params: readonly (string | number)[]): Promise<StoredRow | undefined> => {
    const [raw] = await tx.rows<object>(`SELECT * FROM \`visit\` WHERE ${where}`, params);
    return raw && decodeRow(entity, raw);
  };
  const rowCondition = `quarter = ? AND side = ? AND delete_time IS NULL ORDER BY id LIMIT 1${rowLockClause(db.dialect)}`;
  const before = await read(rowCondition, [quarterHour, area]);
  const now = Math.floor(clock.now() / 1000);
  if (before === undefined) {
    const inserted = await tx.run(
      'INSERT INTO `visit` (quarter, side, pages, visitors, weigh, create_time, update_time, revision, live) VALUES (?, ?, ?, ?, 0, ?, ?, 1, 0)',
      [quarterHour, area, pages, visitors, now, now],
    );
    return { before, after: await read('id = ?', [inserted.insertId]) };
  }
  const id = Number(before['id']);
  await tx.run(
    'UPDATE `visit` SET pages = pages + ?, visitors = visitors + ?, update_time = ?, revision = revision + 1 WHERE id = ?',
    [pages, visitors, now, id],
  );
  return { before, after: await read('id = ?', [id]) };
}

const SYSTEM_AUTHOR = { actor: 'system', actorName: 'system', idempotencyKey: null } as const;
function toLogChange(entity: AnyEntity, before: StoredRow | undefined, after: StoredRow, at: number): ChangeToLog {
  const image = toLoggedRow(entity, after);
  const imageBefore = before && toLoggedRow(entity, before);
  const previousValues =
    imageBefore && Object.fromEntries(Object.entries(imageBefore).filter(([name, value]) => image[name] !== value));
  return {
    ...SYSTEM_AUTHOR,
    entityName: entity.name,
    rowId: Number(after['id']),
    revision: Number(after['revision']),
    op: before ? CHANGE_OPS.updated : CHANGE_OPS.created,
    image,
    previousValues: previousValues ?? null,
    cid: randomUUID(),
    at,
  };
}

/**
 * Visits are written by the server only, very often, and without history: hence separate statements, but with change log entries in
 * the same transaction.
 */
async function writeBatch(services: Services, entity: AnyEntity, batch: Batch): Promise<void> {
  const zone = getTimeZone(services.settings.timeZone);
  await services.db.transact(async (tx) => {
    const changes: ChangeToLog[] = [];
    for (const [key, { pages, visitorKeys }] of batch) {
      const [quarterHourText = '0', area = 'site'] = key.split('|');
      const quarterHour = Number(quarterHourText);
      const visitors = await countNewVisitors(services, tx, String(zone.getStart('day', quarterHour)), visitorKeys);
      const { before, after } = await incrementVisits(services, tx, entity, { quarterHour, area, pages, visitors });
      if (after !== undefined) changes.push(toLogChange(entity, before, after, services.clock.now()));
    }
    if (changes.length > 0) await appendChanges(tx, services.db.dialect, { changes, history: [] });
  });
  services.live.wakeTailer();
}

/** Puts a batch that could not be written back, so that the next flush writes it. */
function requeue(batch: Batch, failed: Batch): void {
  for (const [key, { pages, visitorKeys }] of failed) {
    const known = batch.get(key) ?? { pages: 0, visitorKeys: new Set<string>() };
    known.pages += pages;
    for (const visitorKey of visitorKeys) known.visitorKeys.add(visitorKey);
    batch.set(key, known);
  }
}

export function createVisitCounter(services: Services): VisitCounter {
  const entity = services.registry.get('visit');
  let batch: Batch = new Map();
  let timer: NodeJS.Timeout | undefined;
  const runExclusive = createMutex();
  const flushNow = async (): Promise<void> => {
    const pending = batch;
    batch = new Map();
    if (entity === undefined || pending.size === 0) return;
    try {
      await writeBatch(services, entity, pending);
    } catch (error) {
      requeue(batch, pending);
      services.log.warn({ err: error }, 'visits were not stored; they are counted with the next batch');
    }
  };
  const flush = (): Promise<void> => runExclusive(flushNow);
  return {
    recordVisit: (area, ip, request) => {
      const agent = String(request.headers['user-agent'] ?? '');
      if (entity === undefined || isBot(agent) || isPrefetch(request) || hasOptedOut(request)) return;
      const second = Math.floor(services.clock.now() / 1000);
      const key = `${second - (second % QUARTER_HOUR_S)}|${area}`;
      const batchEntry = batch.get(key) ?? { pages: 0, visitorKeys: new Set<string>() };
      batchEntry.pages += 1;
      if (batchEntry.visitorKeys.size < MAX_VISITORS_PER_BATCH)
        batchEntry.visitorKeys.add(`${getIpPrefix(ip)} ${truncate(agent, 512)}`);
      batch.set(key, batchEntry);
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

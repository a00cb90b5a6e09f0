/** Visits: page views and visitors of site and member centre, counted here and by nobody else, gathered for a second and written together. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/meta';
import { QUARTER } from '../../../common/live/measure';
import { zoneOf } from '../../../common/text/zone';
import { beginning } from '../../../common/text/clean';
import { decodeRow } from '../../engine/schema/model';
import { logImage } from '../../engine/write/recordChange';
import { lockClause } from '../../engine/write/hookContext';
import type { Services, Tx } from '../../context';
import { appendChanges, type ChangeToLog } from '../../live/log';
import { household } from '../../access/limits';

const FLUSH_MS = 1_000;
/** People gathered at once; with more of them only pages are counted until the next turn. */
const MOST_GATHERED = 50_000;

export type Side = 'site' | 'member';
export interface Visits {
  /** Somebody was shown a page. Robots, previews and pages fetched ahead are not counted. */
  readonly seen: (side: Side, ip: string, request: Pick<IncomingMessage, 'headers'>) => void;
  /** Writes what was gathered. */
  readonly flush: () => Promise<void>;
  /** Writes the rest and stops. */
  readonly close: () => Promise<void>;
}

interface Gathered {
  pages: number;
  /** Address and browser; both are forgotten with the next flush. */
  readonly people: Set<string>;
}
type Batch = Map<string, Gathered>;

/** A browser that fetches ahead shows the page to nobody yet. */
function isAhead({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz'] ?? '';
  return String(purpose).includes('prefetch') || String(purpose).includes('preview');
}
const isRobot = (agent: string): boolean => agent === '' || isbot(agent);

const INSERT_NEW = { sqlite: 'INSERT OR IGNORE', mariadb: 'INSERT IGNORE' } as const;

/** The secret of a day, the same on every node; what belongs to other days is forgotten with it. */
async function saltOf(services: Services, tx: Tx, day: string): Promise<string> {
  const read = () => tx.rows<{ salt: string }>('SELECT salt FROM `visit_day` WHERE id = ?', [day]);
  const [known] = await read();
  if (known) return known.salt;
  await tx.run('DELETE FROM `visit_mark` WHERE day <> ?', [day]);
  await tx.run('DELETE FROM `visit_day` WHERE id <> ?', [day]);
  const fresh = randomBytes(32).toString('base64url');
  await tx.run(`${INSERT_NEW[services.db.dialect]} INTO \`visit_day\` (id, salt) VALUES (?, ?)`, [day, fresh]);
  const [settled] = await read();
  return settled?.salt ?? fresh;
}

/** How many of these people had not been here today. */
async function newcomers(services: Services, tx: Tx, day: string, people: Iterable<string>): Promise<number> {
  const salt = await saltOf(services, tx, day);
  let count = 0;
  for (const person of people) {
    const mark = createHash('sha256').update(salt).update(person).digest('base64url');
    const sql = `${INSERT_NEW[services.db.dialect]} INTO \`visit_mark\` (id, day) VALUES (?, ?)`;
    count += (await tx.run(sql, [mark, day])).changes > 0 ? 1 : 0;
  }
  return count;
}

interface More {
  readonly quarter: number;
  readonly side: string;
  readonly pages: number;
  readonly visitors: number;
}
/** Adds to the row of a quarter, or makes it; answers the row before and after. Rows two nodes make at once add up all the same. */
async function addTo({ db, clock }: Services, tx: Tx, entity: AnyEntity, { quarter, side, pages, visitors }: More) {
  const read = async (where: string, params: readonly (string | number)[]): Promise<StoredRow | undefined> => {
    const [raw] = await tx.rows<object>(`SELECT * FROM \`visit\` WHERE ${where}`, params);
    return raw && decodeRow(entity, raw);
  };
  const found = `quarter = ? AND side = ? AND delete_time IS NULL ORDER BY id LIMIT 1${lockClause(db.dialect)}`;
  const before = await read(found, [quarter, side]);
  const now = Math.floor(clock.now() / 1000);
  if (before === undefined) {
    const made = await tx.run(
      'INSERT INTO `visit` (quarter, side, pages, visitors, weigh, create_time, update_time, revision, live) VALUES (?, ?, ?, ?, 0, ?, ?, 1, 0)',
      [quarter, side, pages, visitors, now, now],
    );
    return { before, after: await read('id = ?', [made.insertId]) };
  }
  const id = Number(before['id']);
  await tx.run(
    'UPDATE `visit` SET pages = pages + ?, visitors = visitors + ?, update_time = ?, revision = revision + 1 WHERE id = ?',
    [pages, visitors, now, id],
  );
  return { before, after: await read('id = ?', [id]) };
}

const HOUSE = { actor: 'system', actor_name: 'system', mid: null } as const;
function changeOf(entity: AnyEntity, before: StoredRow | undefined, after: StoredRow, at: number): ChangeToLog {
  const img = logImage(entity, after);
  const was = before && logImage(entity, before);
  const prev = was && Object.fromEntries(Object.entries(was).filter(([name, value]) => img[name] !== value));
  const row = { eid: Number(after['id']), ver: Number(after['revision']), op: before ? 'u' : 'c' } as const;
  return { ...HOUSE, ...row, ent: entity.name, img, prev: prev ?? null, cid: randomUUID(), at };
}

/**
 * Nobody writes these rows but the house, a thousand times a day, and their past is told by themselves: hence statements of
 * their own and no history, but the change log like everybody, in the same transaction.
 */
async function write(services: Services, entity: AnyEntity, batch: Batch): Promise<void> {
  const zone = zoneOf(services.settings.timeZone);
  await services.db.transact(async (tx) => {
    const changes: ChangeToLog[] = [];
    for (const [key, { pages, people }] of batch) {
      const [second = '0', side = 'site'] = key.split('|');
      const quarter = Number(second);
      const visitors = await newcomers(services, tx, String(zone.startOf('day', quarter)), people);
      const { before, after } = await addTo(services, tx, entity, { quarter, side, pages, visitors });
      if (after !== undefined) changes.push(changeOf(entity, before, after, services.clock.now()));
    }
    if (changes.length > 0) await appendChanges(tx, services.db.dialect, { changes, history: [] });
  });
  services.live.nudge();
}

/** What could not be written is counted with the next flush. */
function putBack(batch: Batch, lost: Batch): void {
  for (const [key, { pages, people }] of lost) {
    const known = batch.get(key) ?? { pages: 0, people: new Set<string>() };
    known.pages += pages;
    for (const person of people) known.people.add(person);
    batch.set(key, known);
  }
}

export function createVisits(services: Services): Visits {
  const entity = services.registry.get('visit');
  let batch: Batch = new Map();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const flushNow = async (): Promise<void> => {
    const taken = batch;
    batch = new Map();
    if (entity === undefined || taken.size === 0) return;
    try {
      await write(services, entity, taken);
    } catch (error) {
      putBack(batch, taken);
      services.log.warn({ err: error }, 'visits will be counted with the next ones');
    }
  };
  const flush = (): Promise<void> => {
    writing = writing.then(flushNow);
    return writing;
  };
  return {
    seen: (side, ip, request) => {
      const agent = String(request.headers['user-agent'] ?? '');
      if (entity === undefined || isRobot(agent) || isAhead(request)) return;
      const second = Math.floor(services.clock.now() / 1000);
      const key = `${second - (second % QUARTER)}|${side}`;
      const gathered = batch.get(key) ?? { pages: 0, people: new Set<string>() };
      gathered.pages += 1;
      if (gathered.people.size < MOST_GATHERED) gathered.people.add(`${household(ip)} ${beginning(agent, 512)}`);
      batch.set(key, gathered);
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

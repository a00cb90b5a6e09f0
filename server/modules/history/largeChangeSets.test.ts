/** The cost of a change-set with ten thousand entries for readers of one record's history or of the change-set. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HistoryEntry } from '../../../common/protocol/history';
import type { SqlValue, Tx } from '../../context';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const ENTRIES = 10_000;
const ABOVE = 50_000_000;
const ABOUT = /\brecord_history\b/;

interface Read {
  readonly sql: string;
  /** Entries read, with and without their diff. */
  readonly lines: number;
  readonly diffs: number;
  /** Entries that the database examined, where it reports them. */
  readonly examined: number;
}
/** The row counts that MariaDB reports for a statement. */
function countExaminedRows(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  const { r_rows: rows, r_loops: loops } = plan as { readonly r_rows?: number; readonly r_loops?: number };
  const own = (rows ?? 0) * (loops ?? 0);
  return Object.values(plan).reduce((sum: number, part) => sum + countExaminedRows(part), own);
}

describe.each(sampleDialects())('a change-set of ten thousand entries on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  const reads: Read[] = [];
  let statements = 0;
  const examinedRows = async (tx: Pick<Tx, 'rows'>, sql: string, params: readonly SqlValue[]): Promise<number> => {
    if (database === 'sqlite') {
      const plan = await tx.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
      return plan.some(({ detail }) => detail.startsWith('SCAN') && /\b(?:record_history|h|o)\b/.test(detail))
        ? ENTRIES
        : 0;
    }
    const [plan] = await tx.rows<{ ANALYZE: string }>(`ANALYZE FORMAT=JSON ${sql}`, params);
    return countExaminedRows(JSON.parse(plan?.ANALYZE ?? '{}'));
  };
  const watched = (tx: Tx): Tx => ({
    ...tx,
    rows: async <T>(sql: string, params: readonly SqlValue[] = []) => {
      statements += 1;
      const found = await tx.rows<T>(sql, params);
      if (ABOUT.test(sql)) {
        const diffs = found.filter((row) => ((row as { diff?: string }).diff ?? '{}') !== '{}').length;
        reads.push({ sql, lines: found.length, diffs, examined: await examinedRows(tx, sql, params) });
      }
      return found;
    },
  });
  const measureCost = async <T>(work: () => Promise<T>) => {
    reads.length = 0;
    statements = 0;
    const response = await work();
    const sum = (of: 'lines' | 'diffs' | 'examined') => reads.reduce((total, read) => total + read[of], 0);
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter(({ sql }) => /COUNT\(/i.test(sql))).toEqual([]);
    return { response, lines: sum('lines'), diffs: sum('diffs'), examined: sum('examined'), statements };
  };

  let id = 0;
  let cid = '';
  beforeAll(async () => {
    testServer = await startTestServer({
      database,
      wrapDb: (db) => ({ ...db, snapshot: (work) => db.snapshot((tx) => work(watched(tx))) }),
    });
    root = await superAdmin(testServer);
    ({ id } = (await root.post('/admin/news/add', { title: 'One', content: '<p>one</p>' })).data);
    ({ cid } = (await root.post('/admin/news/edit', { id, title: 'Two' })).data);
    const entry = (at: number) => [
      ...[ABOVE + at, cid, 'news', ABOVE + at, 1, 'u', 'admin:1', 'root', 'ui', '', 1],
      JSON.stringify({ title: ['a', `b${at}`] }),
    ];
    const columns = 'seq, cid, ent, eid, revision, op, actor, actor_name, channel, ip, `at`, diff';
    await testServer.services.db.transact((tx) =>
      tx.runMany(
        `INSERT INTO record_history (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        Array.from({ length: ENTRIES }, (_, index) => entry(index)),
      ),
    );
    if (database === 'mariadb') await testServer.services.db.rows('ANALYZE TABLE record_history');
  });
  afterAll(() => testServer.close());

  it('history of one record: reads only its own entries', async () => {
    const {
      response,
      lines: entries,
      examined,
    } = await measureCost(() => root.get('/admin/news/history', { id: String(id) }));
    const list = response.data.list as readonly HistoryEntry[];
    expect(list.map(({ op, several, undoable }) => [op, several, undoable])).toEqual([
      ['u', true, true],
      ['c', undefined, true],
    ]);
    expect(entries).toBeLessThan(20);
    expect(examined).toBeLessThan(50);
  });

  it('change-set: shows a part with the number of the others, and reads few diffs', async () => {
    const { response, diffs, statements } = await measureCost(() => root.get('/admin/history/set', { cid }));
    expect([response.data.rows.length, response.data.hidden]).toEqual([50, 1_951]);
    expect(diffs).toBeLessThanOrEqual(100);
    expect(statements).toBeLessThan(120);
  });

  it('change-set: reads no record for a reader who may see none', async () => {
    const reader = await limitedAdmin(testServer, ['admin_log/index'], 'all');
    const { response, diffs, statements } = await measureCost(() => reader.get('/admin/history/set', { cid }));
    expect([response.data.rows, response.data.hidden, response.data.undoable]).toEqual([[], 2_001, false]);
    expect(diffs).toBeLessThanOrEqual(50);
    expect(statements).toBeLessThan(15);
  });
});

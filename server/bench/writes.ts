/** Cost of the change log per write on MariaDB, against an unsafe auto-increment outbox and against no log; and the changes that outbox loses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../context';
import { appendAndCommit, loadChangesAfter } from '../live/log/changeLog';
import { openLogDatabase } from '../testing/live/liveHarness';
import { runInterleaved, median, ratio, type Result } from './measure';

const MS = 1_000;
const TURNS = 9;
const ROWS = 1_000;

type Mode = 'none' | 'outbox' | 'log';
const rowImage = (id: number, n: number) => ({
  id,
  name: `row ${id}`,
  n,
  status: 1,
  create_time: 1_700_000_000,
  revision: n,
});

const finishWrite: Readonly<Record<Mode, (db: Db, tx: Tx, id: number, n: number) => Promise<unknown>>> = {
  none: () => Promise.resolve(),
  outbox: (_db, tx, id, n) => {
    const sql = 'INSERT INTO outbox (ent, eid, img, prev, actor, at) VALUES (?, ?, ?, ?, ?, ?)';
    return tx.run(sql, [
      'thing',
      id,
      JSON.stringify(rowImage(id, n)),
      JSON.stringify({ n: n - 1 }),
      'system',
      Date.now(),
    ]);
  },
  log: (db, tx, id, n) => {
    const change = {
      entityName: 'thing',
      rowId: id,
      revision: n,
      op: 'u' as const,
      image: rowImage(id, n),
      previousValues: { n: n - 1 },
    };
    const author = { actor: 'system', actorName: 'system', idempotencyKey: null, cid: randomUUID(), at: Date.now() };
    return appendAndCommit(tx, db.dialect, [{ changes: [{ ...change, ...author }], history: [] }]);
  },
};

/** One write as the engine does it: lock the row, change it, append to the log, commit. */
async function writeOne(db: Db, mode: Mode, id: number): Promise<void> {
  await db.transact(async (tx) => {
    const [row] = await tx.rows<{ n: number }>('SELECT id, name, n FROM thing WHERE id = ? FOR UPDATE', [id]);
    const n = Number(row?.n ?? 0) + 1;
    await tx.run('UPDATE thing SET n = ? WHERE id = ?', [n, id]);
    await finishWrite[mode](db, tx, id, n);
  });
}

/** Writes per second with so many writers, each on its own rows. */
async function throughput(db: Db, mode: Mode, writers: number): Promise<number> {
  const end = Date.now() + MS;
  let finishedCount = 0;
  const writer = async (number: number) => {
    for (let index = 0; Date.now() < end; index += 1) {
      await writeOne(db, mode, 1 + ((index * writers + number) % ROWS));
      finishedCount += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, number) => writer(number)));
  return (finishedCount * 1000) / MS;
}

/** Reads a log by its numbers while it is written; returns how many committed changes it never saw. */
async function countSkipped(db: Db, mode: 'outbox' | 'log'): Promise<{ readonly lost: number; readonly of: number }> {
  const read = async (after: number): Promise<readonly number[]> => {
    if (mode === 'log') return (await loadChangesAfter(db, after, 2_000)).map((change) => change.seq);
    const rows = await db.rows<{ id: number }>('SELECT id FROM outbox WHERE id > ? ORDER BY id LIMIT 2000', [after]);
    return rows.map((row) => Number(row.id));
  };
  const count = async () => {
    const [found] = await db.rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM ${mode === 'log' ? 'change_log' : 'outbox'}`,
    );
    return Number(found?.n);
  };
  const start = await count();
  let last = 0;
  let readCount = 0;
  for (let batch = await read(last); batch.length > 0; batch = await read(last)) last = batch.at(-1) ?? last;
  const writing = { isRunning: true };
  const follower = (async () => {
    while (writing.isRunning) {
      const batch = await read(last);
      readCount += batch.length;
      last = batch.at(-1) ?? last;
      await sleep(3);
    }
  })();
  await throughput(db, mode, 8);
  await sleep(200);
  writing.isRunning = false;
  await follower;
  const of = (await count()) - start;
  return { lost: of - readCount, of };
}

export async function benchWrites(): Promise<readonly Result[]> {
  const { db, drop } = await openLogDatabase('mariadb');
  await db.transact(async (tx) => {
    await tx.run('CREATE TABLE thing (id BIGINT PRIMARY KEY, name VARCHAR(60), n BIGINT)');
    await tx.run(
      'CREATE TABLE outbox (id BIGINT AUTO_INCREMENT PRIMARY KEY, ent VARCHAR(64), eid BIGINT, img LONGTEXT, prev LONGTEXT, actor VARCHAR(24), `at` BIGINT, KEY k (ent, eid, id))',
    );
    for (let id = 1; id <= ROWS; id += 1) await tx.run('INSERT INTO thing VALUES (?, ?, 0)', [id, `row ${id}`]);
  });
  const results: Result[] = [];
  for (const [writers, minRatio] of [
    [2, 0.8],
    [8, 0.6],
  ] as const) {
    const candidates = {
      none: () => throughput(db, 'none', writers),
      outbox: () => throughput(db, 'outbox', writers),
      log: () => throughput(db, 'log', writers),
    };
    const throughputs = await runInterleaved(TURNS, candidates);
    const note = `writes a second: none ${median(throughputs.none).toFixed(0)}, outbox ${median(throughputs.outbox).toFixed(0)}, log ${median(throughputs.log).toFixed(0)}`;
    results.push({
      name: `write with log ÷ unsafe outbox, ${writers} writers`,
      value: ratio(throughputs.log, throughputs.outbox),
      target: { operator: '>=', bound: minRatio },
      note,
    });
  }
  const lostCounts: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) lostCounts.push((await countSkipped(db, 'outbox')).lost);
  const skippedInLog = await countSkipped(db, 'log');
  await drop();
  results.push({
    name: 'committed changes a follower of the log never saw',
    value: skippedInLog.lost,
    target: { operator: '<=', bound: 0 },
    note: `of ${skippedInLog.of}`,
  });
  results.push({ name: 'the same with the unsafe outbox', value: median(lostCounts), note: 'median of three runs' });
  return results;
}

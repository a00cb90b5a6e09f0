/** A large table gains fields while others read and write it, also behind a transaction that does not end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl, sampleSize } from '../../../config/jest/testEnvironment';
import { integer, ref, text } from '../../../common/entity/field';
import type { AnyEntity } from '../../../common/entity/entity';
import { superAdmin, type Caller } from '../../testing/callers';
import { changeInput, complaint } from '../../testing/designed/designedComplaint';
import { loadFactor } from '../../testing/loadFactor';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { DESIGNER_JOBS } from '../designerJobs';
import { runSchemaSteps } from './runSchemaSteps';

const ROWS = sampleSize(20_000, 1_000_000);
const INSERTED_AT_ONCE = 10_000;
/** Reads and writes never wait longer. */
const MAX_WAIT_MS = 1_000;
const HOLD_MS = 4_000;

function withFields(fields: AnyEntity['spec']['fields'], listed: readonly string[] = []): AnyEntity {
  const { spec } = complaint as AnyEntity;
  const labels = Object.fromEntries(Object.keys(fields).map((name) => [name, `Field ${name}`]));
  return {
    name: 'complaint',
    spec: {
      ...spec,
      fields: { ...spec.fields, ...fields },
      list: { ...spec.list, columns: [...spec.list.columns, ...listed] },
      form: [...spec.form, ...Object.keys(fields)] as NonNullable<typeof spec.form>,
      labels: { en: { ...spec.labels.en, ...labels }, 'zh-cn': { ...spec.labels['zh-cn'], ...labels } },
    },
  };
}
const WIDER = {
  points: integer({ default: 5 }),
  /** With a normalized copy, which is filled for every row, and an index. */
  place: text({ max: 60, default: 'Hall', search: true }),
  handler_id: ref('admin'),
};
const wider = withFields(WIDER, ['place']);
const widest = withFields({ ...WIDER, urgency: integer() }, ['place']);

interface Waits {
  readonly reads: number[];
  readonly writes: number[];
}

(mariadbUrl() === null ? describe.skip : describe)('a large designed entity', () => {
  let server: TestServer;
  let admin: Caller;
  const start = (from: AnyEntity | null, to: AnyEntity) =>
    server.jobs.enqueue({
      kind: DESIGNER_JOBS.apply,
      subject: 'complaint',
      adminId: admin.id,
      input: JSON.parse(JSON.stringify(changeInput({ from, to }))),
    });
  const run = async (from: AnyEntity | null, to: AnyEntity) => {
    const id = await start(from, to);
    await server.jobs.settled();
    return (await admin.get('/admin/job/edit', { id: String(id) })).data.row;
  };
  beforeAll(async () => {
    server = await startTestServer({ database: 'mariadb' });
    admin = await superAdmin(server);
    expect((await run(null, complaint)).status).toBe('success');
    const values = "'Too loud', 'too loud', 1, 1, 1, 1, 1";
    for (let first = 0; first < ROWS; first += INSERTED_AT_ONCE)
      await server.services.db.transact((tx) =>
        tx.run(
          `INSERT INTO complaint (subject, subject_n, severity, status, create_time, update_time, revision) SELECT ${values} FROM seq_1_to_${INSERTED_AT_ONCE}`,
        ),
      );
  });
  afterAll(() => server.close());

  /** Reads and writes single rows and the first page until the work ends; the longest took these milliseconds. */
  async function measureDuring(work: () => Promise<unknown>): Promise<Waits> {
    const waits: Waits = { reads: [], writes: [] };
    const state = { isRunning: true };
    const timed = async (into: number[], ask: () => Promise<{ readonly code: number }>) => {
      const since = performance.now();
      expect((await ask()).code).toBe(1);
      into.push(performance.now() - since);
    };
    const { db } = server.services;
    const readers = [
      () => admin.get('/admin/complaint/edit', { id: '7' }),
      () => db.rows('SELECT subject FROM complaint WHERE id > 9 ORDER BY id LIMIT 20').then(() => ({ code: 1 })),
    ];
    let count = 0;
    const write = () => admin.post('/admin/complaint/edit', { id: 11, severity: (count += 1) % 2 === 0 ? 1 : 2 });
    const repeat = async (into: number[], ask: () => Promise<{ readonly code: number }>) => {
      while (state.isRunning) {
        await timed(into, ask);
        await sleep(5);
      }
    };
    const loops = [...readers.map((read) => repeat(waits.reads, read)), repeat(waits.writes, write)];
    await work();
    state.isRunning = false;
    await Promise.all(loops);
    return waits;
  }
  const report = (what: string, { reads, writes }: Waits, ms: number) =>
    process.stdout.write(
      `${what} with ${ROWS} rows in ${Math.round(ms)} ms: longest of ${reads.length} reads ${Math.round(Math.max(...reads))} ms, ` +
        `of ${writes.length} writes ${Math.round(Math.max(...writes))} ms\n`,
    );

  it('gains fields, a search and an index; no read or write waits longer than a second', async () => {
    const since = performance.now();
    let job = { status: '', error: '' };
    const waits = await measureDuring(async () => {
      job = await run(complaint, wider);
    });
    report('three fields', waits, performance.now() - since);
    expect([job.status, job.error]).toEqual(['success', '']);
    expect(Math.max(...waits.reads, ...waits.writes)).toBeLessThan(MAX_WAIT_MS * loadFactor());
    const [filled] = await server.services.db.rows<{ readonly count: number }>(
      "SELECT COUNT(*) AS count FROM complaint WHERE place = 'Hall' AND place_n = 'hall' AND points = 5",
    );
    expect(Number(filled?.count)).toBe(ROWS);
  });

  it('gains a field once a long transaction has ended; until then others wait a second at most', async () => {
    let isHeld = true;
    const holder = server.services.db.snapshot(async (tx) => {
      await tx.rows('SELECT id FROM complaint LIMIT 1');
      await sleep(HOLD_MS);
      isHeld = false;
    });
    const since = performance.now();
    let job = { status: '', error: '' };
    const waits = await measureDuring(async () => {
      job = await run(wider, widest);
      expect(isHeld).toBe(false);
    });
    await holder;
    report('one field behind a long transaction', waits, performance.now() - since);
    expect([job.status, job.error]).toEqual(['success', '']);
    expect(Math.max(...waits.reads, ...waits.writes)).toBeLessThan(MAX_WAIT_MS * loadFactor());
  });

  // @covers fault design.table_busy
  it('an online change gives up behind a transaction that does not end', async () => {
    const { services } = server;
    let end: () => void = () => undefined;
    const held = new Promise<void>((done) => (end = done));
    let onRead: () => void = () => undefined;
    const hasRead = new Promise<void>((done) => (onRead = done));
    const holder = services.db.snapshot(async (tx) => {
      await tx.rows('SELECT id FROM complaint LIMIT 1');
      onRead();
      await held;
    });
    await hasRead;
    const job = { services, report: () => undefined, assertRunning: () => Promise.resolve() };
    const column = { name: 'late', type: 'BIGINT', notNull: false, default: null };
    const refused = runSchemaSteps(job, [{ do: 'add_column', table: 'complaint', column }], 100);
    await expect(refused).rejects.toMatchObject({ code: 'design.table_busy' });
    end();
    await holder;
  });

  it('preview: names the changes for which the table waits, and no others', async () => {
    const record = (await admin.get('/admin/crud_record/index', { quick_search: 'complaint', order: 'id,desc' })).data
      .list[0];
    const { id } = (await admin.post('/admin/crud_design/start', { from: 'record', record: record.id, replace: true }))
      .data;
    const search = { 'search[0][field]': 'design_id', 'search[0][val]': String(id), 'search[0][operator]': '=' };
    const { list } = (await admin.get('/admin/crud_design_field/index', { ...search, limit: '100' })).data;
    const named = (name: string) => list.find((row: { name: string }) => row.name === name).id;
    await admin.post('/admin/crud_design_field/edit', { id: named('note'), max: 200 });
    await admin.post('/admin/crud_design_field/edit', { id: named('place'), max: 62 });
    await admin.post('/admin/crud_design_field/edit', { id: named('subject'), max: 300 });
    const { changes } = (await admin.get('/admin/crud_design/preview', { id: String(id) })).data;
    expect(
      changes.map(({ kind, name, waits }: { kind: string; name: string; waits?: true }) => [
        kind,
        name,
        waits === true,
      ]),
    ).toEqual([
      ['widened', 'subject', true],
      ['widened', 'note', false],
      ['widened', 'place', false],
    ]);
  });
});

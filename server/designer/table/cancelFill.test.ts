/** Filling the search column of a large table stops between batches, and needs one statement for each of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { AnyEntity } from '../../../common/entity/entity';
import { text } from '../../../common/entity/field';
import { fillNormalizedColumns } from '../../db/schema/normalizedColumns';
import { superAdmin } from '../../testing/callers';
import { changeInput, complaint, type TestChange } from '../../testing/designed/designedComplaint';
import { startTestServer, testDialects } from '../../testing/testServer';
import { DESIGNER_JOBS } from '../designerJobs';

const ROWS = 30_000;
const INSERTED_AT_ONCE = 1_000;
const { spec } = complaint as AnyEntity;
const searched: AnyEntity = {
  name: 'complaint',
  spec: { ...spec, fields: { ...spec.fields, note: text({ max: 100, search: true }) } },
};

it.each(testDialects())('a job that fills a search column is canceled between two batches, on %s', async (database) => {
  const server = await startTestServer({ database });
  try {
    const { db } = server.services;
    const admin = await superAdmin(server);
    const start = (change: TestChange) =>
      server.jobs.enqueue({
        kind: DESIGNER_JOBS.apply,
        subject: 'complaint',
        adminId: admin.id,
        input: JSON.parse(JSON.stringify(changeInput(change))),
      });
    const readJob = async (id: number) => (await admin.get('/admin/job/edit', { id: String(id) })).data.row;
    const count = async (condition: string) =>
      Number((await db.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM complaint WHERE ${condition}`))[0]?.n);
    await start({ from: null, to: complaint });
    await server.jobs.settled();
    for (let first = 0; first < ROWS; first += INSERTED_AT_ONCE) {
      const values = Array.from(
        { length: INSERTED_AT_ONCE },
        (_, index) => `('S', 's', 'NOTE ${first + index}', 1, 1, 1)`,
      );
      await db.transact((tx) =>
        tx.run(
          `INSERT INTO complaint (subject, subject_n, note, create_time, update_time, revision) VALUES ${values.join(', ')}`,
        ),
      );
    }

    const id = await start({ from: complaint, to: searched });
    const isFilling = () => count('note_n IS NOT NULL').catch(() => 0);
    while ((await isFilling()) === 0) await sleep(10);
    expect((await admin.post('/admin/job/cancel', { id })).code).toBe(1);
    await server.jobs.settled();
    const cancelled = await readJob(id);
    expect([cancelled.status, cancelled.error]).toEqual(['cancelled', '']);
    expect(cancelled.output).not.toContain(`filled the search values of note: ${ROWS} rows`);
    await expect(count('note_n IS NOT NULL')).rejects.toThrow();

    const again = await start({ from: complaint, to: searched });
    await server.jobs.settled();
    const ended = await readJob(again);
    expect([ended.status, ended.error]).toEqual(['success', '']);
    expect(ended.output).toContain(`filled the search values of note: ${ROWS} rows`);
    expect(await count('note_n = LOWER(note)')).toBe(ROWS);
  } finally {
    await server.close();
  }
});

it.each(testDialects())(
  'fillNormalizedColumns: one statement fills a batch of different texts, on %s',
  async (database) => {
    const server = await startTestServer({ database });
    try {
      const { db, registry } = server.services;
      const news = registry.get('news');
      if (news === undefined) throw new Error('no news');
      const admin = await superAdmin(server);
      for (const title of ['Ａ first', 'B second', 'C third'])
        expect((await admin.post('/admin/news/add', { title, content: '<p>x</p>' })).code).toBe(1);
      await db.transact((tx) => tx.run('UPDATE news SET title_n = NULL'));
      const updates: string[] = [];
      const counted = {
        ...db,
        transact: ((work) =>
          db.transact((tx) =>
            work({
              ...tx,
              run: (sql, params) => {
                updates.push(sql);
                return tx.run(sql, params);
              },
            }),
          )) as typeof db.transact,
      };
      const shares: number[] = [];
      await fillNormalizedColumns(counted, { all: [news], get: () => undefined }, ({ share }) => {
        shares.push(share);
        return Promise.resolve();
      });
      const filled = await db.rows<{ title_n: string }>('SELECT title_n FROM news ORDER BY id DESC LIMIT 3');
      expect(filled.map(({ title_n: text }) => text)).toEqual(['c third', 'b second', 'a first']);
      expect([updates.length, shares.at(-1)]).toEqual([1, 1]);
    } finally {
      await server.close();
    }
  },
);

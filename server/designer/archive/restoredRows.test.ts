/** Archived values are stored again before a definition becomes active: the first list that anyone opens is complete. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import {
  changedComplaint,
  changeInput,
  complaint,
  COMPLAINT_RENAMES,
  type TestChange,
} from '../../testing/designed/designedComplaint';
import { connectLiveClient } from '../../testing/live/liveClient';
import { waitUntil } from '../../testing/live/presenceClient';
import { loadFactor } from '../../testing/loadFactor';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { DESIGNER_JOBS } from '../designerJobs';
import { swapRenames } from '../schemaChange';

const WITHIN_MS = 5_000;
/** Delay of a job after the steps that make a definition active. */
const HANG_MS = 1_500;
const NOTES = ['at night', 'at noon'];

describe.each(testDialects())('restored rows on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  type Kind = (typeof DESIGNER_JOBS)[keyof typeof DESIGNER_JOBS];
  const enqueue = (kind: Kind, change: TestChange) =>
    server.jobs.enqueue({
      kind,
      subject: 'complaint',
      adminId: admin.id,
      input: JSON.parse(JSON.stringify(changeInput(change))),
    });
  const readJob = async (id: number) => (await admin.get('/admin/job/edit', { id: String(id) })).data.row;
  const run = async (kind: Kind, change: TestChange) => {
    const id = await enqueue(kind, change);
    await server.jobs.settled();
    const job = await readJob(id);
    expect([job.status, job.error]).toEqual(['success', '']);
    return job;
  };
  /** Starts a job that hangs once its definition and its menu are active. */
  const startHanging = (kind: Kind, change: TestChange) => {
    (server.services.env.failpoints as string[]).push(`job_after_menu:sleep-${HANG_MS * loadFactor()}`);
    return enqueue(kind, change);
  };
  const readNotes = async (query: Readonly<Record<string, string>> = {}) =>
    ((await admin.get('/admin/complaint/index', query)).data?.list ?? []).map(({ note }: { note: string }) => note);

  beforeEach(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    await run(DESIGNER_JOBS.apply, { from: null, to: complaint });
    for (const note of NOTES) await admin.post('/admin/complaint/add', { subject: `Too loud ${note}`, note });
  });
  afterEach(() => server.close());

  it('are in the first list of a restored entity, while its job still runs, and can be searched', async () => {
    const removed = await run(DESIGNER_JOBS.remove, { from: complaint, to: null });
    const id = await startHanging(DESIGNER_JOBS.restore, {
      from: null,
      to: complaint,
      restoredRecords: [removed.state.recordId],
    });
    while ((await admin.get('/admin/complaint/index')).code !== 1) await sleep(5);
    expect(await readNotes()).toEqual([...NOTES].reverse());
    expect((await readJob(id)).status).toBe('running');
    await server.jobs.settled();
    expect((await readJob(id)).status).toBe('success');
    expect(await readNotes({ quickSearch: 'noon' })).toEqual(['at noon']);
  });

  it('have the values of a restored column when their open list is reset', async () => {
    const applied = await run(DESIGNER_JOBS.apply, {
      from: complaint,
      to: changedComplaint,
      renames: COMPLAINT_RENAMES,
    });
    const client = await connectLiveClient(`${server.url}/admin`, admin.token, {});
    try {
      await client.subscribe('list', { k: 'list', e: 'complaint', where: { all: [] }, sort: [] });
      const id = await startHanging(DESIGNER_JOBS.rollBack, {
        from: changedComplaint,
        to: complaint,
        renames: swapRenames(COMPLAINT_RENAMES),
        restoredRecords: [applied.state.recordId],
      });
      await waitUntil(() => client.resets.length > 0, 'a reset', WITHIN_MS * loadFactor());
      expect(await readNotes()).toEqual([...NOTES].reverse());
      expect((await readJob(id)).status).toBe('running');
      await server.jobs.settled();
      expect((await readJob(id)).status).toBe('success');
    } finally {
      client.close();
    }
  });
});

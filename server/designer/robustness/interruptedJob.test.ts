/** A job that changes an entity ends in one of two states, wherever it stops: the change is complete, or everything is as it was. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { introspectSchema, sortSchema } from '../../db/schema/introspect';
import { superAdmin, type Caller } from '../../testing/callers';
import {
  changedComplaint,
  changeInput,
  complaint,
  COMPLAINT_RENAMES,
  type TestChange,
} from '../../testing/designed/designedComplaint';
import { sampleFraction } from '../../testing/sampleByTitle';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { createJobRunner, type JobRunner } from '../../modules/jobs/jobRunner';
import { DESIGNER_JOBS } from '../designerJobs';

const STEPS = ['check', 'expand', 'restore', 'switch', 'menu', 'archive', 'contract', 'import', 'finish'] as const;
const POINTS = STEPS.flatMap((step) => [`before_${step}`, `after_${step}`]);
/** Delay of the first runner after a step. */
const HANG_MS = 900;
const FORWARD: TestChange = { from: complaint, to: changedComplaint, renames: COMPLAINT_RENAMES };
const BACK: TestChange = {
  from: changedComplaint,
  to: complaint,
  renames: COMPLAINT_RENAMES.map(({ from, to }) => ({ from: to, to: from })),
};

describe.each(sampleDialects())('an interrupted change of an entity on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let first: JobRunner;
  const schema = async () => JSON.stringify(sortSchema(await introspectSchema(server.services.db, database)));
  const readJob = async (id: number) => (await admin.get('/admin/job/edit', { id: String(id) })).data.row;
  const createRunner = (id: string): JobRunner =>
    createJobRunner({
      services: server.services,
      writer: server.writer,
      kinds: server.jobKinds,
      nodes: { id, alive: () => (id === 'first' ? ['first', 'other'] : ['other']) },
    });
  const enqueue = (change: TestChange) =>
    first.enqueue({
      kind: DESIGNER_JOBS.apply,
      subject: 'complaint',
      adminId: admin.id,
      input: JSON.parse(JSON.stringify(changeInput(change))),
    });
  const run = async (change: TestChange) => {
    const id = await enqueue(change);
    await first.settled();
    return readJob(id);
  };
  /** The parts of the entity that a user of the console sees. */
  const observe = async () => {
    const [menu, list] = [await admin.get('/admin/Index/index'), await admin.get('/admin/complaint/index')];
    const { definitions, permissions } = menu.data;
    const rows = list.data.list.map(({ id: _id, ...row }: { id: number }) => row);
    const records = await server.services.db.rows('SELECT record_id, ent FROM archived_row');
    return JSON.stringify({ definitions, rows, permissions: permissions['/admin/complaint'], records });
  };
  /** Makes the server fail at a point until the returned function is called. */
  const failAt = (point: string, action = 'throw') => {
    const failpoints = server.services.env.failpoints as string[];
    failpoints.push(`${point}:${action}`);
    return () => failpoints.splice(0, failpoints.length);
  };

  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    // The runners of these tests take the place of the server's own.
    await server.jobs.close();
    first = createRunner('first');
    expect((await run({ from: null, to: complaint })).status).toBe('success');
    await admin.post('/admin/complaint/add', { subject: 'Too loud', note: 'at night' });
  });
  afterAll(() => server.close());

  it.each(sampleFraction('points of failure', POINTS, 3))('is undone when it fails %s', async (point) => {
    const before = [await schema(), await observe()];
    const removeFailpoint = failAt(`job_${point}`);
    const failed = await run(FORWARD);
    removeFailpoint();
    expect([failed.status, failed.error]).toEqual(['failed', `failpoint job_${point}`]);
    expect([await schema(), await observe()]).toEqual(before);
  });

  it.each(sampleFraction('canceled steps', STEPS, 3))('is undone when it is canceled in the step %s', async (step) => {
    const before = [await schema(), await observe()];
    const removeFailpoint = failAt(`job_after_${step}`, `sleep-${HANG_MS / 3}`);
    const id = await enqueue(FORWARD);
    await until(async () => (await readJob(id)).steps[STEPS.indexOf(step)].status === 'running');
    expect((await admin.post('/admin/job/cancel', { id })).code).toBe(1);
    await first.settled();
    removeFailpoint();
    const { status, error } = await readJob(id);
    expect([status, error]).toEqual(['cancelled', '']);
    expect([await schema(), await observe()]).toEqual(before);
    expect((await admin.post('/admin/job/cancel', { id })).msg).toBe('This job has already ended.');
  });

  it.each(sampleFraction('continued steps', STEPS, 3))(
    'is continued by another node when its own node ends after the step %s',
    async (step) => {
      const removeFailpoint = failAt(`job_after_${step}`, `sleep-${HANG_MS}`);
      const id = await enqueue(FORWARD);
      await until(async () => (await readJob(id)).steps[STEPS.indexOf(step)].status === 'running');
      await sleep(HANG_MS / 3);
      removeFailpoint();
      // To the other node, the first one is gone.
      const other = createRunner('other');
      other.wake();
      await other.settled();
      await other.close();
      const ended = await readJob(id);
      expect([ended.status, ended.error, ended.attempt]).toEqual(['success', '', 2]);
      await first.settled();
      expect((await readJob(id)).revision).toBe(ended.revision);
      expect((await admin.get('/admin/complaint/index')).data.list[0].headline).toBe('Too loud');
      expect((await run({ ...BACK, restoredRecords: [ended.state.recordId] })).status).toBe('success');
    },
  );

  it('keeps the archived values when it is canceled in its last step, and another change restores them', async () => {
    const { recordId } = (await run(FORWARD)).state;
    const before = [await schema(), await observe()];
    const removeFailpoint = failAt('job_after_finish', `sleep-${HANG_MS / 3}`);
    const id = await enqueue({ ...BACK, restoredRecords: [recordId] });
    await until(async () => (await readJob(id)).steps.at(-1).status === 'running');
    expect((await admin.post('/admin/job/cancel', { id })).code).toBe(1);
    await first.settled();
    removeFailpoint();
    expect((await readJob(id)).status).toBe('cancelled');
    expect([await schema(), await observe()]).toEqual(before);
    expect((await run({ ...BACK, restoredRecords: [recordId] })).status).toBe('success');
    expect((await admin.get('/admin/complaint/index')).data.list[0].note).toBe('at night');
    const left = await server.services.db.rows('SELECT 1 FROM archived_row WHERE record_id = ?', [recordId]);
    expect(left).toEqual([]);
  });
});

async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await sleep(20);
}

/** The package of a module is uploaded again while the files of its uninstallation are being deleted: it can be installed. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Db, Tx } from '../../context';
import type { JobRun } from '../../modules/jobs/jobKind';
import { createJobRunner, type JobRunner } from '../../modules/jobs/jobRunner';
import { superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { packFaq, TRUSTING_ENV, uploadModule } from '../../testing/modulePackages';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('an upload during the end of an uninstallation on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let runner: JobRunner;
  const uploads: Promise<ApiResponse>[] = [];
  const upload = () => {
    if (uploads.length === 0) uploads.push(uploadModule(admin, packFaq()));
    return uploads[0];
  };
  /** The upload begins with the deletion; a read outside of a transaction is followed by the whole upload. */
  const withUpload = (db: Db): Db => ({
    ...db,
    rows: async (sql, params) => {
      const rows = await db.rows(sql, params);
      await upload();
      return rows as never;
    },
    transact: <T>(work: (tx: Tx) => Promise<T>) =>
      db.transact((tx) => {
        void upload();
        return work(tx);
      }),
  });
  beforeAll(async () => {
    server = await startTestServer({ database, env: TRUSTING_ENV });
    admin = await superAdmin(server);
    await server.jobs.close();
    const kinds = server.jobKinds.map(({ deleteFiles, ...kind }) => ({
      ...kind,
      deleteFiles: async (job: JobRun) => {
        const services = { ...job.services, db: withUpload(job.services.db) };
        await deleteFiles?.(kind.kind === 'uninstall_module' ? { ...job, services } : job);
      },
    }));
    const { services, writer } = server;
    runner = createJobRunner({ services, writer, kinds, nodes: { id: 'first', alive: () => ['first'] } });
    await uploadModule(admin, packFaq());
  });
  afterAll(() => server.close());

  const run = async (action: string, body: object = {}): Promise<readonly unknown[]> => {
    const response = await admin.post(`/admin/module/${action}`, { uid: 'faq', ...body });
    expect([response.code, response.data?.conflicts]).toEqual([1, undefined]);
    runner.wake();
    await runner.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(response.data.job) })).data;
    return [row.status, row.error];
  };

  it('the package is stored, and its files are no conflicts', async () => {
    expect(await run('install')).toEqual(['success', '']);
    expect(await run('uninstall', { rows: 'delete' })).toEqual(['success', '']);
    expect((await uploads[0])?.code).toBe(1);
    expect(await run('install')).toEqual(['success', '']);
  });
});

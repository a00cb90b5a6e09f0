/**
 * A server that runs jobs, started by tests that kill it: `jobServer.mjs <environment> [job]`. It stores the job, runs all jobs that wait or
 * were left behind, and prints the last job and what a super admin sees of its entity.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { NewJob } from '../../modules/jobs/jobStore';
import { superAdmin } from '../callers';
import { startTestServer } from '../testServer';

const POLL_MS = 20;

const [env = '{}', job] = process.argv.slice(2);
const server = await startTestServer({
  isSecondNode: true,
  env: JSON.parse(env) as Record<string, string>, // written by the test
});
if (job !== undefined) await server.jobs.enqueue(JSON.parse(job) as NewJob);
process.stdout.write('started\n');

const isIdle = async () =>
  (await server.services.db.rows("SELECT 1 FROM job WHERE status IN ('waiting', 'running') LIMIT 1")).length === 0;
while (!(await isIdle())) {
  server.jobs.wake();
  await sleep(POLL_MS);
}
const [last] = await server.services.db.rows<{ subject: string }>(
  'SELECT id, subject, status, error, attempt, `state` FROM job ORDER BY id DESC LIMIT 1',
);
const admin = await superAdmin(server);
const { data } = await admin.get('/admin/Index/index');
const list = await admin.get(`/admin/${last?.subject ?? ''}/index`, { order: 'id,asc' });
const definitions = data.definitions.map(({ name }: { name: string }) => name);
process.stdout.write(
  `${JSON.stringify({ job: last, definitions, status: list.status, rows: list.data?.list ?? [] })}\n`,
);
await server.close();

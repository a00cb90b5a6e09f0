/** Requests of a designed entity against those of the same entity in source code, in turns on one server: median times of list, edit and add. */
import { entities } from '../../common/entities/index';
import { createRegistry } from '../../common/entity/registry';
import { DESIGNER_JOBS } from '../designer/designerJobs';
import { superAdmin } from '../testing/callers';
import { changeInput, codedComplaint, complaint } from '../testing/designed/designedComplaint';
import { startTestServer, testDialects, type TestServer } from '../testing/testServer';
import { median, ratio, runInterleaved, type Result, type LoadGenerator } from './measure';

const ROWS = 500;
const CONNECTIONS = 4;
const TURNS = 21;
const REQUESTS = 100;
const WARMUP_REQUESTS = 1_500;
/** A designed entity is at most this much slower. */
const MAX_RATIO = 1.1;

interface MeasuredRequest {
  readonly name: string;
  readonly path: string;
  readonly body?: string;
}
const MEASURED: readonly MeasuredRequest[] = [
  { name: 'list', path: 'index?limit=20' },
  { name: 'edit', path: 'edit', body: '{"id":%,"note":"NOTE"}' },
  { name: 'add', path: 'add', body: '{"subject":"Complaint %","severity":2}' },
];

async function openBenchServer(database: 'sqlite' | 'mariadb'): Promise<TestServer> {
  const registry = createRegistry({ ...entities, codedComplaint });
  const server = await startTestServer({ database, registry, settings: { captcha: 'never' } });
  const input = JSON.parse(JSON.stringify(changeInput({ from: null, to: complaint })));
  await server.jobs.enqueue({ kind: DESIGNER_JOBS.apply, subject: 'complaint', input, adminId: null });
  await server.jobs.settled();
  return server;
}

async function benchDialect(loadGenerator: LoadGenerator, database: 'sqlite' | 'mariadb'): Promise<readonly Result[]> {
  const server = await openBenchServer(database);
  const admin = await superAdmin(server);
  const headers = { batoken: admin.token, server: 'true' };
  const results: Result[] = [];
  try {
    for (const { name } of [complaint, codedComplaint])
      for (let index = 0; index < ROWS; index += 1) await admin.post(`/admin/${name}/add`, { subject: `Row ${index}` });
    for (const { name, path, body } of MEASURED) {
      const createRun = (entity: string, count: number) => () =>
        loadGenerator.run({
          kind: 'latency',
          url: `${server.url}/admin/${entity}/${path}`,
          headers,
          count,
          connections: CONNECTIONS,
          ...(body === undefined ? {} : { body: body.replace('NOTE', `Note ${Math.random()}`) }),
        });
      const warmup = body === undefined ? WARMUP_REQUESTS : ROWS;
      await createRun(complaint.name, warmup)();
      await createRun(codedComplaint.name, warmup)();
      const timings = await runInterleaved(TURNS, {
        designed: createRun(complaint.name, REQUESTS),
        coded: createRun(codedComplaint.name, REQUESTS),
      });
      results.push({
        name: `${name} of a designed entity ÷ in source code, ${database}`,
        value: ratio(timings.designed, timings.coded),
        target: { operator: '<=', bound: MAX_RATIO },
        note: `p50: designed ${median(timings.designed).toFixed(2)} ms, coded ${median(timings.coded).toFixed(2)} ms`,
      });
    }
    return results;
  } finally {
    await server.close();
  }
}

export async function benchDesignedEntity(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const database of testDialects()) results.push(...(await benchDialect(loadGenerator, database)));
  return results;
}

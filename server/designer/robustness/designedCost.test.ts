/** A designed entity costs as many statements as the same entity in source code. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { superAdmin, type Caller } from '../../testing/callers';
import { createStatementRecorder } from '../../testing/database/statementRecorder';
import { changeInput, codedComplaint, complaint } from '../../testing/designed/designedComplaint';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { DESIGNER_JOBS } from '../designerJobs';

const TIMES = 5;

describe.each(sampleDialects())('statements of a designed entity on %s', (database) => {
  const recorder = createStatementRecorder();
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    const registry = createRegistry({ ...entities, codedComplaint });
    server = await startTestServer({ database, registry, wrapDb: recorder.wrap, settings: { captcha: 'never' } });
    admin = await superAdmin(server);
    const input = JSON.parse(JSON.stringify(changeInput({ from: null, to: complaint })));
    await server.jobs.enqueue({ kind: DESIGNER_JOBS.apply, subject: 'complaint', input, adminId: admin.id });
    await server.jobs.settled();
    for (const { name } of [complaint, codedComplaint])
      for (let index = 0; index < 30; index += 1) await admin.post(`/admin/${name}/add`, { subject: `Row ${index}` });
  });
  afterAll(() => server.close());

  /** Statements of background readers are no part of a request. */
  const BACKGROUND = /FROM (?:`?node`?|change_log|`?presence`?|counter_|`?member_device)|change_head/;
  /** The statements of a request, with one name for both tables; of several recordings the shortest, since caches end. */
  async function loadStatements(name: string, ask: (name: string, time: number) => Promise<{ readonly code: number }>) {
    const recorded: string[][] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const statements = await recorder.record(async () => expect((await ask(name, time)).code).toBe(1));
      recorded.push(statements.filter((sql) => !BACKGROUND.test(sql)).map((sql) => sql.replaceAll(name, 'entity')));
    }
    const [shortest = []] = recorded.sort((a, b) => a.length - b.length);
    expect(shortest.length).toBeGreaterThan(0);
    return shortest.map((sql) => sql.replaceAll(/'[^']*'|\b\d+\b/g, '?'));
  }

  it.each([
    ['a list', (name: string) => admin.get(`/admin/${name}/index`, { limit: '20' })],
    ['a search', (name: string) => admin.get(`/admin/${name}/index`, { limit: '20', quick_search: 'Row' })],
    ['a record', (name: string) => admin.get(`/admin/${name}/edit`, { id: '3' })],
    ['an edit', (name: string, time: number) => admin.post(`/admin/${name}/edit`, { id: 3, note: `Note ${time}` })],
    ['an add', (name: string, time: number) => admin.post(`/admin/${name}/add`, { subject: `New ${time}` })],
    ['a deletion', (name: string, time: number) => admin.post(`/admin/${name}/del`, { ids: [10 + time] })],
  ] as const)('%s: the same statements as in source code', async (_what, ask) => {
    const designed = await loadStatements(complaint.name, ask);
    const coded = await loadStatements(codedComplaint.name, ask);
    expect(designed).toEqual(coded);
  });
});

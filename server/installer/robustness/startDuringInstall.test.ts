/** A node that starts while a job changes a module adds no menu rules of it: the menu ends as it does without that start. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createJobRunner, type JobRunner } from '../../modules/jobs/jobRunner';
import { seedMenuRules } from '../../modules/bootstrap/menuRules';
import { superAdmin, type Caller } from '../../testing/callers';
import { packFaq, packFaqUpdate, TRUSTING_ENV, uploadModule } from '../../testing/modulePackages';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { listChangingEntities } from '../changingEntities';

// @case F-14
describe.each(testDialects())('a start while a module changes on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let runner: JobRunner;
  /** Whether a node starts at each boundary between two steps. */
  let hasStarts = false;
  const startNode = async () => {
    const { services, writer } = server;
    if (hasStarts) await seedMenuRules(services, writer, await listChangingEntities(services.db));
  };
  beforeAll(async () => {
    server = await startTestServer({ database, env: TRUSTING_ENV });
    admin = await superAdmin(server);
    await server.jobs.close();
    const kinds = server.jobKinds.map((kind) => ({
      ...kind,
      steps: kind.steps.map(({ run, undo, ...step }) => ({
        ...step,
        run: async (job: Parameters<typeof run>[0]) => {
          await startNode();
          await run(job);
          await startNode();
        },
        ...(undo && {
          undo: async (job: Parameters<typeof run>[0]) => {
            await undo(job);
            await startNode();
          },
        }),
      })),
    }));
    const { services, writer } = server;
    runner = createJobRunner({ services, writer, kinds, nodes: { id: 'first', alive: () => ['first'] } });
  });
  afterAll(() => server.close());

  const run = async (action: string, body: object = {}): Promise<string> => {
    const response = await admin.post(`/admin/module/${action}`, { uid: 'faq', ...body });
    expect([response.code, response.data?.conflicts]).toEqual([1, undefined]);
    runner.wake();
    await runner.settled();
    return (await admin.get('/admin/job/edit', { id: String(response.data.job) })).data.row.status;
  };
  const rules = () =>
    server.services.db.rows(
      'SELECT r.name, r.title, r.title_en, r.icon, r.weigh, r.delete_time IS NULL AS is_stored, p.name AS parent FROM `menu_rule` r ' +
        'LEFT JOIN `menu_rule` p ON p.id = r.pid ORDER BY r.name, r.id',
    );
  const failNext = async (change: () => Promise<string>) => {
    const failpoints = server.services.env.failpoints as string[];
    failpoints.push('job_before_finish:throw');
    expect(await change()).toBe('failed');
    failpoints.length = 0;
  };

  /** All changes of a module, with the menu after each. */
  async function changeModule(): Promise<readonly unknown[]> {
    const menus: unknown[] = [];
    const change = async (action: string, body: object = {}) => {
      expect(await run(action, body)).toBe('success');
      menus.push(await rules());
    };
    await uploadModule(admin, packFaq());
    await failNext(() => run('install'));
    menus.push(await rules());
    await change('install');
    await uploadModule(admin, packFaqUpdate());
    await change('update');
    await change('changeState', { state: 0 });
    await failNext(() => run('changeState', { state: 1 }));
    await change('changeState', { state: 1 });
    await failNext(() => run('uninstall', { rows: 'delete' }));
    menus.push(await rules());
    await change('uninstall', { rows: 'delete' });
    return menus;
  }

  it('the menu after each change is that of a change without a start', async () => {
    const before = await rules();
    const expected = await changeModule();
    hasStarts = true;
    const seen = await changeModule();
    for (const [index, menu] of seen.entries()) expect([index, menu]).toEqual([index, expected[index]]);
    expect(await rules()).toEqual(before);
  });
});

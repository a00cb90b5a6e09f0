/** A package whose seed rows break the rules of their entity: the installation leaves nothing, and says which row is to blame. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { packFaq, TRUSTING_ENV, uploadModule } from '../../testing/modulePackages';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('seed rows that cannot be stored, on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database, env: TRUSTING_ENV });
    admin = await superAdmin(server);
  });
  afterAll(() => server.close());

  /** Menu rules and boards with the recycle bin, permissions, and the log of deleted rows. */
  const dump = async () => {
    const { db } = server.services;
    return {
      rules: await db.rows('SELECT id, pid, name, delete_time FROM `menu_rule` ORDER BY id'),
      boards: await db.rows('SELECT id, title, delete_time FROM `board` ORDER BY id'),
      groups: await db.rows('SELECT id, rules FROM `admin_group` ORDER BY id'),
      recycled: await db.rows('SELECT * FROM `recycle_log` ORDER BY id'),
    };
  };
  /** Installs the FAQ with changed values in its second question; returns the job. */
  const installWith = async (values: Readonly<Record<string, unknown>>) => {
    const archive = packFaq(({ edit }) =>
      edit('seeds.json', (groups) => {
        const questions = groups.find(({ entity }: { readonly entity: string }) => entity === 'faq_question');
        Object.assign(questions.rows[1].values, values);
      }),
    );
    expect((await uploadModule(admin, archive)).code).toBe(1);
    const { data } = await admin.post('/admin/module/install', { uid: 'faq' });
    await server.jobs.settled();
    return (await admin.get('/admin/job/edit', { id: String(data.job) })).data.row;
  };
  const moduleRow = async () => (await admin.get('/admin/module/index')).data.list[0];

  // @covers fault module.seed_row
  it.each([
    [
      { question: '' },
      'Step “Add initial records”: “FAQ question (faq_question)”, row 2: Question: ',
      '步骤“写入初始数据”：“常见问题 (faq_question)”第 2 行：问题：请填写此项',
    ],
    [{ category_id: 999 }, 'row 2: Category: ', '第 2 行：分类：'],
  ])(
    '%j: the reason names step, entity, row and field in both languages, and nothing is left',
    async (values, en, zh) => {
      const before = await dump();
      const job = await installWith(values);
      expect(job.status).toBe('failed');
      const { state, failure, failure_en } = await moduleRow();
      expect([state, failure_en, failure]).toEqual(['init', expect.stringContaining(en), expect.stringContaining(zh)]);
      expect(job.steps.find(({ name }: { readonly name: string }) => name === 'seeds').message).toEqual({
        en: failure_en,
        'zh-cn': failure,
      });
      expect(await dump()).toEqual(before);
      expect((await admin.post('/admin/module/discard', { uid: 'faq' })).code).toBe(1);
      expect(await dump()).toEqual(before);
    },
  );
});

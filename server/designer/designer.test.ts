/** Super admins design an entity over HTTP: start, preview, apply, change, roll back, delete, restore and export; nobody else reaches it. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { introspectSchema, sortSchema } from '../db/schema/introspect';
import { limitedAdmin, superAdmin, type ApiResponse, type Caller } from '../testing/callers';
import { startTestServer, testDialects, type TestServer } from '../testing/testServer';

/** Files that the product stores; its database has files that come and go. */
const isStoredFile = (path: string): boolean => !/\.sqlite/.test(path);

describe.each(testDialects())('the designer on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
  });
  afterAll(() => server.close());

  const schema = async () => JSON.stringify(sortSchema(await introspectSchema(server.services.db, database)));
  const loadFields = async (id: number) => {
    const search = { 'search[0][field]': 'design_id', 'search[0][val]': String(id), 'search[0][operator]': '=' };
    return (await admin.get('/admin/crud_design_field/index', { ...search, limit: '100', order: 'weigh,desc' })).data
      .list;
  };
  const settle = async (response: ApiResponse) => {
    expect([response.code, response.msg]).toEqual([1, 'Job started.']);
    await server.jobs.settled();
    return (await admin.get('/admin/job/edit', { id: String(response.data.job) })).data.row;
  };
  const apply = async (id: number, more: object = {}) =>
    settle(await admin.post('/admin/crud_design/apply', { id, ...more }));
  const preview = async (id: number) => (await admin.get('/admin/crud_design/preview', { id: String(id) })).data;
  const newestRecord = async (table: string) =>
    (await admin.get('/admin/crud_record/index', { quick_search: table, order: 'id,desc' })).data.list[0];

  let designId: number;
  let emptySchema: string;

  it('start: a new design has a table name, a primary key and problems that name their field', async () => {
    emptySchema = await schema();
    const { data } = await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'complaint' });
    designId = data.id;
    expect((await loadFields(designId)).map(({ kind }: { kind: string }) => kind)).toContain('primary_key');
    const more = await admin.post('/admin/crud_design_field/add', {
      design_id: designId,
      name: 'Bad Name',
      kind: 'text',
      label_en: 'Bad',
      label_zh: '坏',
    });
    const { problems, definition } = await preview(designId);
    expect(definition).toBeNull();
    expect(problems.map(({ field }: { field: string }) => field)).toContain('Bad Name');
    const refused = await admin.post('/admin/crud_design/apply', { id: designId });
    expect(refused.msg).toContain('Bad Name: Change the name “Bad Name”: use lowercase letters');
    expect(refused.msg).not.toMatch(/_invalid|\{\{/);
    await admin.post('/admin/crud_design_field/del', { ids: [more.data.id] });
    expect((await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'complaint' })).data.id).toBe(
      designId,
    );
  });

  it('a renamed field or choice keeps its place: settings, transitions, default and locks follow', async () => {
    const { id } = (await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'renaming' })).data;
    const named = (await loadFields(id)).find(({ name }: { name: string }) => name === 'name');
    await admin.post('/admin/crud_design/edit', { id, merge_groups: [['name', 'step']] });
    await admin.post('/admin/crud_design_field/edit', { id: named.id, name: 'subject' });
    expect((await admin.get('/admin/crud_design/edit', { id: String(id) })).data.row).toMatchObject({
      title_field: 'subject',
      merge_groups: [['subject', 'step']],
    });
    const choice = (name: string, value: number) => ({ name, value, en: name, zh: name });
    const { data } = await admin.post('/admin/crud_design_field/add', {
      design_id: id,
      name: 'step',
      kind: 'choice',
      label_en: 'Step',
      label_zh: '步骤',
      default_value: 'first',
      choices: [choice('first', 1), choice('second', 2)],
      transitions: [{ name: 'go', from: ['first'], to: 'second' }],
      locked_when: ['second'],
    });
    await admin.post('/admin/crud_design_field/edit', { id: data.id, choices: [choice('open', 1), choice('done', 2)] });
    expect((await loadFields(id)).find(({ name }: { name: string }) => name === 'step')).toMatchObject({
      default_value: 'open',
      locked_when: ['done'],
      transitions: [{ name: 'go', from: ['open'], to: 'done' }],
    });
    await admin.post('/admin/crud_design/del', { ids: [id] });
  });

  // @spec P1-024
  it('apply: an entity becomes active, with the exact statements that the preview showed', async () => {
    await admin.post('/admin/crud_design_field/add', {
      design_id: designId,
      name: 'severity',
      kind: 'choice',
      label_en: 'Severity',
      label_zh: '严重程度',
      choices: [
        { name: 'low', value: 1, en: 'Low', zh: '低' },
        { name: 'high', value: 2, en: 'High', zh: '高' },
      ],
      default_value: 'low',
    });
    await admin.post('/admin/crud_design/edit', { id: designId, one_zh: '投诉', many_zh: '投诉' });
    const shown = await preview(designId);
    expect([shown.problems, shown.isChanged, shown.isLossy]).toEqual([[], true, false]);
    expect(shown.changes).toEqual([{ kind: 'created', table: 'complaint' }]);
    const job = await apply(designId);
    expect([job.status, job.error]).toEqual(['success', '']);
    expect(job.output.trim().split('\n')).toEqual(shown.statements[database]);
    expect((await preview(designId)).isChanged).toBe(false);
    expect((await admin.post('/admin/complaint/add', { name: 'Too loud', severity: 2 })).code).toBe(1);
    expect((await newestRecord('complaint')).status).toBe('success');
    expect((await admin.post('/admin/crud_design/apply', { id: designId })).msg).toBe('There’s nothing to apply.');
  });

  it('apply: a renamed field keeps its values; a deleted one needs the table name typed', async () => {
    const fields = await loadFields(designId);
    const named = (name: string) => fields.find((field: { name: string }) => field.name === name);
    await admin.post('/admin/crud_design_field/edit', { id: named('name').id, name: 'subject' });
    await admin.post('/admin/crud_design/edit', { id: designId, title_field: 'subject' });
    await admin.post('/admin/crud_design_field/del', { ids: [named('severity').id] });
    const query = 'severity=2&cols=id,name';
    await admin.post('/admin/view/keep', { ent: 'complaint', title: 'Serious', query, shared: false });
    const rule = { name: 'Complaints', data_table: 'complaint', data_fields: ['severity', 'name'] };
    expect((await admin.post('/admin/sensitive_rule/add', rule)).code).toBe(1);
    const { problems, changes, isLossy, uses } = await preview(designId);
    expect([problems, isLossy]).toEqual([[], true]);
    expect(uses).toEqual([
      { kind: 'audit_rule', field: 'severity', title: 'Complaints' },
      { kind: 'view', field: 'severity', title: 'Serious' },
    ]);
    expect(changes.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining(['renamed subject', 'lost severity']),
    );
    const refused = await admin.post('/admin/crud_design/apply', { id: designId });
    expect([refused.code, refused.msg]).toEqual([0, 'Values would be lost. Type “complaint” to confirm.']);
    expect((await apply(designId, { confirm: 'complaint' })).status).toBe('success');
    expect((await admin.get('/admin/complaint/index')).data.list[0].subject).toBe('Too loud');
  });

  // @covers fault design.not_newest
  it('rollback: schema, values, menu and definition are as before; the design follows', async () => {
    const record = await newestRecord('complaint');
    const job = await settle(await admin.post('/admin/crud_record/rollback', { id: record.id, confirm: 'complaint' }));
    expect([job.status, job.error]).toEqual(['success', '']);
    const listed = await admin.get('/admin/complaint/index');
    expect(listed.data.list[0]).toMatchObject({ name: 'Too loud', severity: 2 });
    const old = await admin.post('/admin/crud_record/rollback', { id: record.id, confirm: 'complaint' });
    expect(old.msg).toBe('Choose the newest record of “complaint”. Only the newest change can be undone.');
  });

  it('remove and reinstate: the schema is as at first, then rows, menu and permissions are restored', async () => {
    const clerk = await limitedAdmin(server, ['news/index']);
    const group = Number((await admin.get('/admin/admin/edit', { id: String(clerk.id) })).data.row.group_arr[0]);
    const started = await admin.post('/admin/crud_design/start', {
      from: 'record',
      record: (await newestRecord('complaint')).id,
      replace: true,
    });
    await apply(started.data.id, { groups: [{ group, actions: ['index', 'no_such'] }] });
    expect((await clerk.get('/admin/complaint/index')).code).toBe(1);
    const record = await newestRecord('complaint');
    expect((await admin.post('/admin/crud_record/remove', { id: record.id, confirm: 'complain' })).code).toBe(0);
    const job = await settle(await admin.post('/admin/crud_record/remove', { id: record.id, confirm: 'complaint' }));
    expect([job.status, job.error]).toEqual(['success', '']);
    expect(await schema()).toBe(emptySchema);
    const removed = await newestRecord('complaint');
    expect(removed.status).toBe('delete');
    expect((await settle(await admin.post('/admin/crud_record/reinstate', { id: removed.id }))).status).toBe('success');
    expect((await clerk.get('/admin/complaint/index')).data.list[0]).toMatchObject({ name: 'Too loud', severity: 2 });
  });

  it('start: reads SQL text, a table of the product and a spreadsheet', async () => {
    const sql =
      "CREATE TABLE parcel (id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY, label VARCHAR(60) NOT NULL COMMENT 'Label')";
    const fromSql = (await admin.post('/admin/crud_design/start', { from: 'sql', sql })).data.id;
    expect((await loadFields(fromSql)).map(({ name }: { name: string }) => name)).toEqual(['id', 'label']);
    const fromTable = (await admin.post('/admin/crud_design/start', { from: 'table', table: 'news' })).data.id;
    expect((await preview(fromTable)).problems).toEqual([]);
    const sheet = [
      ['Title', 'Amount'],
      ['One', '12'],
      ['Two', '13'],
    ];
    const start = { from: 'sheet', table_name: 'parcel_sheet', name_zh: ' 包裹 ', sheet };
    const fromSheet = await admin.post('/admin/crud_design/start', start);
    expect((await loadFields(fromSheet.data.id)).map(({ kind }: { kind: string }) => kind)).toEqual([
      'primary_key',
      'text',
      'integer',
    ]);
    expect((await admin.get('/admin/crud_design/edit', { id: fromSheet.data.id })).data.row).toMatchObject({
      one_en: 'Parcel sheet',
      one_zh: '包裹',
      many_zh: '包裹',
    });
    // Without a Chinese name, the English one stands in its place.
    const named = { from: 'blank', table_name: 'parcel_named', name_en: 'Box' };
    const { id: namedId } = (await admin.post('/admin/crud_design/start', named)).data;
    expect((await admin.get('/admin/crud_design/edit', { id: namedId })).data.row).toMatchObject({
      one_en: 'Box',
      many_en: 'Boxes',
      one_zh: 'Box',
      many_zh: 'Box',
    });
    const title = (await loadFields(fromSheet.data.id))[1];
    await admin.post('/admin/crud_design_field/edit', { id: title.id, name: 'label' });
    await admin.post('/admin/crud_design/edit', { id: fromSheet.data.id, title_field: 'label' });
    const imported = await apply(fromSheet.data.id);
    expect([imported.status, imported.error]).toEqual(['success', '']);
    expect(imported.output).toContain('imported 2 of 2 rows');
    const { list } = (await admin.get('/admin/parcel_sheet/index', { order: 'id,asc' })).data;
    expect(list.map(({ label, amount }: { label: string; amount: number }) => [label, amount])).toEqual([
      ['One', 12],
      ['Two', 13],
    ]);
    expect((await admin.post('/admin/crud_design/start', { from: 'sql', sql: 'DROP TABLE admin' })).code).toBe(0);
    const { tables, takenNames } = (await admin.get('/admin/crud_design/tables')).data;
    expect(takenNames).toEqual(expect.arrayContaining(['admin', 'session', 'dashboard']));
    expect(takenNames).not.toContain('complaint');
    expect(tables.map(({ name }: { name: string }) => name)).not.toContain('session');
  });

  // @covers fault design.has_design
  it('export: prints the definition and its migration', async () => {
    const { files } = (await admin.get('/admin/crud_design/code', { id: String(designId) })).data;
    expect(files.map(({ path }: { path: string }) => path)[0]).toBe('common/entities/complaint.ts');
    expect(files[0].content).toContain("defineEntity('complaint'");
    expect(files[1].content).toContain('CREATE TABLE IF NOT EXISTS `complaint`');
    const definition = JSON.parse(files[2].content);
    const startedDesign = await admin.post('/admin/crud_design/start', { from: 'definition', definition });
    expect([startedDesign.code, startedDesign.msg, startedDesign.data]).toEqual([
      ...[0, '“complaint” already has a design. Open it, or replace its fields.', { design: designId }],
    ]);
    const sent = { from: 'definition', definition, replace: true };
    const restarted = await admin.post('/admin/crud_design/start', sent);
    expect([restarted.data.id, (await preview(designId)).isChanged]).toEqual([designId, false]);
    definition.spec.fields.name.options.max = 200;
    await admin.post('/admin/crud_design/start', sent);
    expect((await preview(designId)).changes).toContainEqual(
      expect.objectContaining({ kind: 'widened', name: 'name' }),
    );
  });

  it('names the problems of a definition file in the language of the reader', async () => {
    const start = (definition: object, lang: string) =>
      admin.send('POST', '/admin/crud_design/start', {
        body: JSON.stringify({ from: 'definition', definition }),
        headers: { 'content-type': 'application/json', 'think-lang': lang },
      });
    const { files } = (await admin.get('/admin/crud_design/code', { id: String(designId) })).data;
    const definition = JSON.parse(files[2].content);
    definition.spec.title = 'nowhere';
    expect((await start(definition, 'en')).msg).toContain('its title “nowhere” is not a column');
    expect((await start(definition, 'zh-cn')).msg).toMatch(/标题.*nowhere/);
    const broken = await start({ name: 'complaint', spec: 7 }, 'zh-cn');
    expect([broken.code, broken.msg]).toEqual([0, expect.not.stringMatching(/must|expected|object/)]);
  });

  // @case T1.02
  it('a deletion in the log needs the typed name, touches no file, and keeps the rows', async () => {
    const { dataDir } = server.services.env;
    const filesIn = () => (readdirSync(dataDir, { recursive: true }) as string[]).filter(isStoredFile).sort();
    mkdirSync(join(dataDir, 'generated', 'complaint'), { recursive: true });
    writeFileSync(join(dataDir, 'generated', 'complaint', 'kept.ts'), 'edited by hand');
    symlinkSync(join(dataDir, 'generated'), join(dataDir, 'link'));
    const before = filesIn();
    const record = await newestRecord('complaint');
    const tampered = { id: record.id, files: ['../../server/main.ts', join(dataDir, 'link')], table_name: 'admin' };
    expect((await admin.post('/admin/crud_record/edit', tampered)).code).not.toBe(1);
    expect((await newestRecord('complaint')).table_name).toBe('complaint');
    const remove = (confirm?: string) => admin.post('/admin/crud_record/remove', { id: record.id, confirm });
    for (const confirm of [undefined, 'admin', '../complaint']) expect((await remove(confirm)).code).not.toBe(1);
    const { total } = (await admin.get('/admin/complaint/index')).data;
    expect((await settle(await remove('complaint'))).status).toBe('success');
    expect((await admin.get('/admin/complaint/index')).status).toBe(404);
    expect(filesIn()).toEqual(before);
    const response = await admin.post('/admin/crud_record/reinstate', { id: (await newestRecord('complaint')).id });
    expect((await settle(response)).status).toBe('success');
    expect((await admin.get('/admin/complaint/index')).data.total).toBe(total);
  });

  it('refuses everybody but super admins, on every route', async () => {
    const clerk = await limitedAdmin(
      server,
      ['crud_design/index', 'crud_design/edit', 'crud_record/index', 'job/index'],
      'all',
    );
    const gets = [
      'crud_design/index',
      'crud_design/preview?id=1',
      'crud_design/code?id=1',
      'crud_design/tables',
      'crud_record/code?id=1',
    ];
    for (const path of gets) expect((await clerk.get(`/admin/${path}`)).code).toBe(403);
    for (const path of [
      'crud_design/start',
      'crud_design/apply',
      'crud_record/rollback',
      'crud_record/remove',
      'crud_record/reinstate',
    ])
      expect((await clerk.post(`/admin/${path}`, { id: 1 })).code).toBe(403);
    const { menus } = (await clerk.get('/admin/Index/index')).data;
    expect(JSON.stringify(menus)).not.toContain('"crud_design"');
  });

  it('keeps the tables of the product out of reach', async () => {
    for (const table of ['admin', 'news', 'session', 'change_log', 'archived_row', 'dashboard']) {
      const { data } = await admin.post('/admin/crud_design/start', { from: 'blank', table_name: table });
      if (data === null) continue;
      const { problems } = await preview(data.id);
      expect(problems.map(({ property }: { property: string }) => property)).toContain('table_name');
      expect((await admin.post('/admin/crud_design/apply', { id: data.id })).code).toBe(0);
    }
  });

  // @case T1.01
  it('refuses hostile names, defaults and comments with a problem at the field, and changes no table', async () => {
    const before = await schema();
    for (const [index, hostile] of HOSTILE.entries()) {
      const table = await admin.post('/admin/crud_design/add', {
        ...LABELS,
        table_name: hostile,
        title_field: 'title',
      });
      if (table.code === 1) expect((await admin.post('/admin/crud_design/apply', { id: table.data.id })).code).toBe(0);
      const { data } = await admin.post('/admin/crud_design/start', { from: 'blank', table_name: `sample_${index}` });
      await admin.post('/admin/crud_design/edit', { id: data.id, ...LABELS });
      const field = { design_id: data.id, kind: 'integer', label_en: 'Field', label_zh: '字段' };
      const named = await admin.post('/admin/crud_design_field/add', { ...field, name: hostile });
      const filled = { ...field, name: 'amount_left', label_en: 'Left', label_zh: '剩余', default_value: hostile };
      if (named.code === 1) await admin.post('/admin/crud_design_field/del', { ids: [named.data.id] });
      if ((await admin.post('/admin/crud_design_field/add', filled)).code !== 1) continue;
      const applied = await admin.post('/admin/crud_design/apply', { id: data.id });
      expect([applied.code, applied.data?.problems?.[0]?.field]).toEqual([0, 'amount_left']);
    }
    expect(await schema()).toBe(before);
  });
});

const LABELS = { one_en: 'Sample', many_en: 'Samples', one_zh: '样例', many_zh: '样例' };
const HOSTILE: readonly string[] = [
  ...[
    '../../server/x',
    'a;drop table admin',
    '${7*7}',
    'constructor',
    '__proto__',
    '*/ process.exit()//',
    'x'.repeat(64),
  ],
  ...['😀', 'a\u0000b', 'select', "'; DROP TABLE admin; --", '`admin`', 'a b', 'A', '1a', 'name_n', '{"isRaw":true}'],
];

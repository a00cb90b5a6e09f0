/** Pages of older clients beyond their lists: files, recycle log, sensitive data log, designer, terminal, and the own account. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { limitedAdmin, member, superAdmin, type Body } from '../../testing/callers';
import {
  createCompatClient,
  DIALECTS,
  searchQuery,
  type CompatClient,
  type Dialect,
} from '../../testing/compat/compatClient';
import { readEventStream, testTerminal } from '../../testing/terminalHarness';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const TERMINAL: Readonly<Record<Dialect, string>> = { first: '/admin/Terminal/index', second: '/admin/ajax/terminal' };
const UPLOAD_TIME: Readonly<Record<Dialect, string>> = { first: 'lastuploadtime', second: 'last_upload_time' };

interface DesignField {
  readonly name: string;
  readonly comment: string;
  readonly designType: string;
}

describe.each(testDialects())('the pages of older clients on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, terminal: testTerminal });
    const root = await superAdmin(testServer);
    await root.post('/admin/recycle_rule/add', { name: 'News', data_table: 'news' });
    const fields = { data_table: 'news', data_fields: ['title'] };
    await root.post('/admin/sensitive_rule/add', { name: 'News', ...fields });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    let token = '';
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      token = (await client.signIn()).data.userInfo.token;
    });
    const list = async (path: string, query = '') => (await client.get(`${path}index?page=1&limit=10${query}`)).data;
    const search = (field: string, operator: string, val: string) =>
      `&${searchQuery(dialect, [{ field, operator, val }])}`;
    const addNews = async (title: string): Promise<number> =>
      (await client.post('/admin/news/add', { title, content: '<p>x</p>' })).data.id;

    it('files: uploads one, shows it in the list and in the picker, renames and deletes it', async () => {
      const background = { r: dialect.length, g: database.length, b: 9 };
      const picture = await sharp({ create: { width: 8, height: 6, channels: 3, background } })
        .png()
        .toBuffer();
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(picture)]), `${dialect}.png`);
      const query = dialect === 'first' ? '?uuid=1' : '?uuid=1&driver=local&topic=default';
      const { code, data } = await client.send('POST', `/admin/ajax/upload${query}`, { body });
      expect([code, data.file.suffix, data.file.full_url]).toEqual([1, 'png', `${testServer.url}${data.file.url}`]);
      const page = '/admin/routine.attachment/';
      const order = `&order=${UPLOAD_TIME[dialect]},desc`;
      const [newest] = (await list(page, `${order}${search('mimetype', 'LIKE', 'image')}`)).list;
      expect(newest).toMatchObject({ name: `${dialect}.png`, suffix: 'png', admin: { username: 'root_admin' } });
      expect(newest.full_url).toBe(data.file.full_url);
      expect((await fetch(newest.full_url)).headers.get('content-type')).toBe('image/png');
      const { row } = (await client.get(`${page}edit?id=${newest.id}`)).data;
      const renamed = await client.post(`${page}edit`, { ...row, name: `renamed-${dialect}.png` });
      expect([renamed.code, renamed.data.row?.name]).toEqual([1, `renamed-${dialect}.png`]);
      const icon = await fetch(`${testServer.url}/admin/ajax/buildSuffixSvg?batoken=${token}&suffix=png&server=1`);
      expect(icon.headers.get('content-type')).toContain('image/svg+xml');
      expect((await client.del(`${page}del`, [newest.id])).code).toBe(1);
    });

    it('the recycle log: shows a deleted row as a tree, and restores it', async () => {
      const id = await addNews(`Deleted ${dialect}`);
      expect((await client.del('/admin/news/del', [id])).code).toBe(1);
      const page = '/admin/security.dataRecycleLog/';
      const [entry] = (await list(page, search('data', 'LIKE', `Deleted ${dialect}`))).list;
      expect(entry).toMatchObject({ data_table: 'news', recycle: { name: 'News' }, admin: { username: 'root_admin' } });
      const { row } = (await client.get(`${page}info?id=${entry.id}`)).data;
      expect([row.data.title, row.primary_key, row.recycle.controller_as]).toEqual([
        `Deleted ${dialect}`,
        'id',
        'news',
      ]);
      expect((await client.post(`${page}restore`, { ids: [entry.id] })).code).toBe(1);
      expect((await client.get(`/admin/news/edit?id=${id}`)).data.row.title).toBe(`Deleted ${dialect}`);
      // Entries of the log are never deleted.
      expect((await client.del(`${page}del`, [entry.id])).code).toBe(403);
    });

    it('the sensitive data log: a value that was absent is an empty text', async () => {
      const { id } = await member(testServer);
      const rule = await client.post('/admin/security.sensitiveData/add', {
        name: `Bios ${dialect}`,
        data_table: 'user',
        controller: 'user',
        status: '1',
        fields: [{ name: 'motto', value: 'Bio' }],
      });
      expect([rule.code, rule.msg]).toEqual([1, expect.any(String)]);
      const motto = `First bio ${dialect}`;
      expect((await client.post('/admin/user.user/edit', { id, motto })).code).toBe(1);
      const [entry] = (await list('/admin/security.sensitiveDataLog/', search('after', 'LIKE', motto))).list;
      expect(entry).toMatchObject({ data_field: 'motto', id_value: id, before: '', after: motto });
      expect((await client.del('/admin/security.sensitiveData/del', [rule.data.id])).code).toBe(1);
    });

    it('the sensitive data log: shows a change side by side, and rolls it back', async () => {
      const id = await addNews(`Before ${dialect}`);
      await client.post('/admin/news/edit', { id, title: `After ${dialect}` });
      const page = '/admin/security.sensitiveDataLog/';
      const [entry] = (await list(page, search('after', 'LIKE', `After ${dialect}`))).list;
      expect(entry).toMatchObject({
        data_field: 'title',
        data_comment: 'Title',
        id_value: id,
        before: `Before ${dialect}`,
        after: `After ${dialect}`,
        sensitive: { name: 'News' },
      });
      const { row } = (await client.get(`${page}info?id=${entry.id}`)).data;
      expect(row).toMatchObject({ before: `Before ${dialect}`, after: `After ${dialect}`, primary_key: 'id' });
      expect(row.admin.nickname).not.toBe('');
      expect((await client.post(`${page}rollback`, { ids: [entry.id] })).code).toBe(1);
      expect((await client.get(`/admin/news/edit?id=${id}`)).data.row.title).toBe(`Before ${dialect}`);
      // A change that was rolled back already is not the newest one.
      const repeatedRollback = await client.post(`${page}rollback`, { ids: [entry.id] });
      expect((await client.get(`/admin/news/edit?id=${id}`)).data.row.title).toBe(`Before ${dialect}`);
      expect(repeatedRollback.msg).not.toBe('');
      expect((await client.del(`${page}del`, [entry.id])).code).toBe(403);
    });

    it('the designer: parses a table and SQL, generates, reads its log back and deletes', async () => {
      const page = '/admin/crud.Crud/';
      const table = `crate_${dialect}`;
      const sql = `CREATE TABLE ${table} (id INT PRIMARY KEY, label VARCHAR(40) NOT NULL COMMENT 'Label', weigh INT)`;
      const start = dialect === 'first' ? { sql } : { sql, table: '', connection: '' };
      const parsed = await client.post(`${page}parseFieldData`, { type: 'sql', ...start });
      expect(parsed.data.columns.map(({ name }: DesignField) => name)).toEqual(['id', 'label', 'weigh']);
      const ofTable = await client.post(`${page}parseFieldData`, { type: 'db', table: 'news_category' });
      expect(ofTable.data.columns.map(({ name }: DesignField) => name)).toContain('name');
      const files = (
        await client.get(`${page}getFileData?table=${table}${dialect === 'first' ? '' : '&commonModel=0'}`)
      ).data;
      expect(files.controllerFile).toContain('crate');
      const check = { table, controllerFile: files.controllerFile };
      const checked = await client.post(
        `${page}generateCheck`,
        dialect === 'first' ? check : { ...check, connection: '' },
      );
      expect(checked.code).toBe(1);
      const { code, msg } = await client.post(`${page}generate`, getDesign(dialect, table, parsed.data.columns));
      expect([code, msg]).toEqual([1, 'Operation successful']);
      expect((await client.post(`/admin/${table}/add`, { label: 'Books' })).data.row.label).toBe('Books');
      const [record] = (await list('/admin/crud.Log/', search('table_name', 'LIKE', table))).list;
      expect(record).toMatchObject({ status: 'success', table: { name: table } });
      const read = (await client.post(`${page}logStart`, { id: record.id })).data;
      expect(read.table).toMatchObject({ name: table, quickSearchField: ['label'] });
      expect(read.fields.find(({ name }: DesignField) => name === 'label')).toMatchObject({
        designType: 'string',
        length: 40,
        default: null,
        form: { validator: ['required'] },
      });
      const repeatedCheck = await client.post(`${page}generateCheck`, { ...check });
      expect([repeatedCheck.code, repeatedCheck.data.table]).toEqual([-1, true]);
      expect((await client.post(`${page}delete`, { id: record.id })).code).toBe(1);
      expect((await client.get(`/admin/${table}/index`)).status).toBe(404);
    });

    it('the designer reads tables, their keys and their columns', async () => {
      const tables = dialect === 'first' ? '/admin/crud.Crud/databaseList' : '/admin/ajax/getTableList?samePrefix=1';
      expect(JSON.stringify((await client.get(tables)).data)).toContain('news');
      const connection = dialect === 'first' ? '' : '&connection=';
      expect((await client.get(`/admin/ajax/getTablePk?table=news${connection}`)).data.pk).toBe('id');
      const columns = (await client.get(`/admin/ajax/getTableFieldList?table=news&clean=1${connection}`)).data;
      expect([columns.pk, columns.fieldList.title]).toEqual(['id', 'Title']);
      if (dialect === 'first') return;
      expect((await client.get('/admin/ajax/getDatabaseConnectionList')).code).toBe(1);
      expect((await client.get('/admin/crud.Crud/checkCrudLog?table=news&connection=')).data.id).toBe(0);
    });

    it('the terminal: runs a command, and a failed one blocks nothing', async () => {
      const run = (command: string, uuid: string) =>
        readEventStream(
          testServer,
          { command, uuid, extend: '', batoken: token, server: '1' },
          { path: TERMINAL[dialect] },
        );
      const failed = (await run('try.fail', `fail-${dialect}`)).messages.map(({ data }) => data);
      expect([failed[0], failed.at(-2), failed.at(-1)]).toEqual([
        'command-link-success',
        'command-exec-error',
        'command-exec-completed',
      ]);
      const { messages } = await run('try.ticks', `ticks-${dialect}`);
      expect(messages.at(-2)?.data).toBe('command-exec-success');
      expect(messages.every(({ uuid, key }) => uuid === `ticks-${dialect}` && key === 'try.ticks')).toBe(true);
      expect(messages.map(({ data }) => data).join('')).not.toContain('\u001b');
      const refused = (await run('rm.all', `rm-${dialect}`)).messages.map(({ data }) => data);
      expect(refused).toEqual(['Error:The command was not allowed to be executed', 'command-exec-error']);
      const caller = await limitedAdmin(testServer, ['news/index']);
      const denied = await readEventStream(
        testServer,
        { command: 'try.ok', uuid: `no-${dialect}`, extend: '', batoken: caller.token, server: '1' },
        { path: TERMINAL[dialect] },
      );
      expect(denied.messages.at(-1)?.data).toBe('command-exec-error');
      expect((await client.post('/admin/ajax/changeTerminalConfig', { manager: 'npm' })).code).toBe(1);
      const { terminal } = (await client.openConsole()).data;
      expect(terminal.npmPackageManager).toBe('npm');
      // The clients only warn when the page has another port.
      expect(terminal.installServicePort).not.toBe(new URL(testServer.url).port);
    });

    it('the own account: shows it, saves the whole form, and lists the own log', async () => {
      const page = '/admin/routine.AdminInfo/';
      const { info } = (await client.get(`${page}index`)).data;
      for (const column of ['lastlogintime', 'last_login_time'])
        expect(info[column]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      const saved = await client.post(`${page}edit`, { ...info, motto: `Motto ${dialect}`, password: '' });
      expect(saved.code).toBe(1);
      expect((await client.get(`${page}index`)).data.info).toMatchObject({
        motto: `Motto ${dialect}`,
        avatar: info.avatar,
      });
      const own = await list('/admin/auth.adminLog/', search('admin_id', '=', String(info.id)));
      expect(own.total).toBeGreaterThan(0);
      expect((await client.post('/admin/ajax/clearCache', { type: 'tp' })).code).toBe(1);
      const [province] = (await client.get('/admin/ajax/area')).data;
      const cities = (await client.get(`/admin/ajax/area?province=${province.value}`)).data;
      expect(cities[0]).toMatchObject({ value: expect.anything(), label: expect.any(String) });
    });
  });
});

/** A design as the page of a client sends it: parsed columns with what the page adds to them. */
function getDesign(dialect: Dialect, name: string, columns: readonly DesignField[]): Body {
  const times = ['update_time', 'create_time'].map((time) => ({
    name: time,
    comment: time,
    designType: 'timestamp',
    type: 'bigint',
    length: 16,
    default: 'null',
    null: true,
    primaryKey: false,
    unsigned: true,
    autoIncrement: false,
    precision: 0,
    table: { render: 'datetime', operator: 'RANGE' },
    form: { validator: [], validatorMsg: '' },
  }));
  const fields = columns.map((column) => ({
    unsigned: false,
    autoIncrement: column.designType === 'pk',
    precision: 0,
    ...column,
    table: { width: 80, operator: 'LIKE', sortable: 'false' },
    form: { validator: column.name === 'label' ? ['required'] : [], validatorMsg: '' },
    ...(dialect === 'first' ? { default: 'none' } : { default: '', defaultType: 'NONE', title: column.comment }),
  }));
  const table = {
    name,
    comment: 'Crate',
    quickSearchField: ['id', 'label'],
    defaultSortField: 'id',
    defaultSortType: 'desc',
    columnFields: ['id', 'label', 'weigh'],
    formFields: ['label', 'weigh'],
    controllerFile: '',
    modelFile: '',
    validateFile: '',
    webViewsDir: '',
    ...(dialect === 'first'
      ? {}
      : { isCommonModel: 0, databaseConnection: '', rebuild: 'No', generateRelativePath: name, designChange: [] }),
  };
  return { ...(dialect === 'first' ? {} : { type: 'create' }), table, fields: [...fields, ...times] };
}

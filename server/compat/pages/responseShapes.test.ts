/** The shape of responses to older clients, and errors that name the wrong value. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('response shapes of older clients on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      await client.signIn();
    });

    it('a new setting is returned as the list shows it', async () => {
      const page = dialect === 'first' ? '/admin/routine.config/' : '/admin/routine.Config/';
      const name = `kind_${dialect}`;
      const item = { name, title: 'Kind', type: 'radio', group: 'basics', content: 'key1=One', rule: 'required' };
      const { code, data } = await client.post(`${page}add`, { ...item, extend: '', tip: '', weigh: 0 });
      const { list } = (await client.get(`${page}index`)).data;
      const listed = list.basics.list.find((shown: { name: string }) => shown.name === name);
      expect([code, data.row.rule, data.row.content]).toEqual([1, 'required', { key1: 'One' }]);
      expect([data.row.rule, data.row.extend, data.row.value]).toEqual([listed.rule, listed.extend, listed.value]);
      expect(JSON.stringify(data)).not.toContain('"revision"');
    });

    it('wrong ids of rules are named, and a text list is read', async () => {
      const add = (name: string, rules: unknown) =>
        client.post('/admin/auth.group/add', { name: `${name} ${dialect}`, pid: 1, rules, status: '1' });
      for (const [rules, name] of [
        [[-1], '-1'],
        [['x'], 'x'],
        [[1e300], '1e+300'],
        [[99999], '99999'],
        ['12,99999', '99999'],
      ] as const)
        expect(await add('Wrong', rules)).toMatchObject({
          code: 0,
          msg: expect.stringContaining(`No rule named “${name}”`),
        });
      const [button] = await testServer.services.db.rows<{ id: number }>(
        "SELECT id FROM `menu_rule` WHERE name = 'news/index'",
      );
      const { code, data } = await add('Text', `${Number(button?.id)}`);
      expect([code, data.row.rules]).toEqual([1, [Number(button?.id)]]);
    });

    it('a chosen menu that gives no permission is listed as ignored', async () => {
      const rules = await testServer.services.db.rows<{ id: number; name: string }>(
        "SELECT id, name FROM `menu_rule` WHERE name IN ('news/index', 'dashboard') ORDER BY name",
      );
      const ids = rules.map(({ id }) => Number(id));
      expect(ids).toHaveLength(2);
      const group = { name: `Tab ${dialect}`, pid: 1, rules: ids, status: '1' };
      const added = await client.post('/admin/auth.group/add', group);
      expect([added.code, added.data.ignored]).toEqual([1, ['rules.dashboard']]);
      const edited = await client.post('/admin/auth.group/edit', { ...group, id: added.data.id });
      expect([edited.code, edited.data.ignored]).toEqual([1, ['rules.dashboard']]);
    });

    it('a wrong column of a sensitive rule is named', async () => {
      const page = '/admin/security.sensitiveData/';
      const rule = { name: 'Members', data_table: 'user', data_fields: ['mobile'], status: '1' };
      const { data } = await client.post(`${page}add`, rule);
      const refused = await client.post(`${page}edit`, { id: data.id, data_fields: ['mobile', 'no_such_column'] });
      expect([refused.code, refused.msg]).toEqual([0, expect.stringContaining('no_such_column')]);
      await client.del(`${page}del`, [data.id]);
    });

    it('the terminal refuses an admin without the right before it reads the command', async () => {
      const other = await limitedAdmin(testServer, ['news/index']);
      for (const path of ['/admin/ajax/terminal', '/admin/Terminal/index'])
        expect(await other.get(path, { command: 'x' })).toMatchObject({ code: 403 });
      expect((await client.get('/admin/ajax/terminal?command=x')).code).toBe(400);
    });

    // @covers fault compat.one_statement
    it('SQL text: only its columns, and one table', async () => {
      const parse = (sql: string) => client.post('/admin/crud.Crud/parseFieldData', { type: 'sql', sql });
      const { code, data } = await parse('create table x(id int, amount int);');
      expect([code, data.columns.map(({ name }: { name: string }) => name)]).toEqual([1, ['id', 'amount']]);
      expect(data.ignored).toEqual([]);
      const refused = await parse('create table x(id int);create table y(id int)');
      expect([refused.code, refused.msg]).toEqual([0, expect.stringContaining('more than one table')]);
      expect((await parse('drop table admin;')).code).toBe(0);
    });

    it('SQL text of an export: the other statements are skipped, listed and never executed', async () => {
      const dump = [
        '-- MariaDB dump 10.19',
        '/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;',
        'SET NAMES utf8mb4; # a note; with a semicolon',
        'DROP TABLE IF EXISTS `news`;',
        "CREATE TABLE `boxes` (`id` int NOT NULL, `Label` varchar(40) COMMENT 'a; b', PRIMARY KEY (`id`)) COMMENT='Boxes';",
        'LOCK TABLES `boxes` WRITE;',
        "INSERT INTO `boxes` VALUES (1,'x; drop table news');",
        'UNLOCK TABLES;',
      ].join('\n');
      const { code, data, msg } = await client.post('/admin/crud.Crud/parseFieldData', { type: 'sql', sql: dump });
      const names = data.columns.map(({ name }: { name: string }) => name);
      expect([code, names, data.comment]).toEqual([1, ['id', 'label'], 'Boxes']);
      expect(data.ignored).toEqual([
        ...['SET NAMES utf8mb4', 'DROP TABLE IF EXISTS news', 'LOCK TABLES boxes WRITE'],
        ...[expect.stringMatching(/^INSERT INTO boxes VALUES/), 'UNLOCK TABLES'],
        ...[expect.stringContaining('40101 SET'), 'Label → label'],
      ]);
      expect(msg).toContain('DROP TABLE IF EXISTS news');
      expect((await client.get('/admin/news/index')).code).toBe(1);
      expect((await client.get('/admin/crud_design/tables')).data.takenNames).not.toContain('boxes');
    });

    it('an order by __proto__ is refused as an unknown field', async () => {
      for (const page of ['user.user', 'auth.group', 'security.dataRecycleLog']) {
        const { status, code } = await client.get(`/admin/${page}/index?page=1&order=__proto__,asc`);
        expect([page, status, code]).toEqual([page, 400, 400]);
      }
    });
  });
});

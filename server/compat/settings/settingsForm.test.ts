/** The settings and the profile of older clients: a saved tab changes what was changed and nothing else. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

interface Item {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly rule: string;
  readonly value: unknown;
  readonly content: unknown;
  readonly allow_del: number;
}

describe.each(testDialects())('the settings of older clients on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    const page = dialect === 'first' ? '/admin/routine.config/' : '/admin/routine.Config/';
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      await client.signIn();
    });
    const open = async () => (await client.get(`${page}index`)).data;
    const tab = async (group: string) => {
      const items: readonly Item[] = (await open()).list[group].list;
      // As the client fills its form.
      return Object.fromEntries(
        items.map(({ name, type, value }) => [name, type === 'number' ? parseFloat(String(value)) : (value ?? '')]),
      );
    };
    const stored = async (name: string): Promise<unknown> => {
      const [row] = await testServer.services.db.rows<{ value: string | null }>(
        'SELECT value FROM `config` WHERE name = ? AND delete_time IS NULL',
        [name],
      );
      return JSON.parse(row?.value ?? 'null');
    };

    it('shows every item with an input that the client has', async () => {
      const { list, configGroup, quickEntrance } = await open();
      const known = [
        'string',
        'password',
        'number',
        'radio',
        'checkbox',
        'switch',
        'textarea',
        'array',
        'select',
        'image',
      ];
      const items: readonly Item[] = Object.keys(configGroup).flatMap((group) => list[group].list);
      for (const { name, type, rule } of items)
        expect([name, known.includes(type), typeof rule]).toEqual([name, true, 'string']);
      const find = (name: string) => items.find((item) => item.name === name);
      expect(find('site_name')?.rule.split(',')).toEqual(['required']);
      expect(find('smtp_pass')?.type).toBe('password');
      expect(find('captcha')?.content).toMatchObject({ always: 'Always' });
      const target = dialect === 'first' ? '/admin/auth/adminLog' : 'auth/adminLog';
      expect(quickEntrance).toEqual([{ key: 'Admin log', value: target }]);
      expect(find('config_quick_entrance')?.value).toEqual(quickEntrance);
    });

    it.each(['basics', 'member', 'security', 'upload', 'mail', 'sms', 'ledger'])(
      'saves the tab %s without a change: nothing is written',
      async (group) => {
        const { code, data } = await client.post(`${page}edit`, await tab(group));
        expect([code, data.ids]).toEqual([1, []]);
      },
    );

    it('saves changed values of each kind', async () => {
      const basics = await tab('basics');
      const pairs = [{ key: 'News', value: '/admin/news' }];
      const siteName = `Harbor ${dialect}`;
      const saved = await client.post(`${page}edit`, { ...basics, site_name: siteName, config_quick_entrance: pairs });
      expect([saved.code, saved.data.ids.length]).toEqual([1, 2]);
      expect([await stored('site_name'), await stored('config_quick_entrance')]).toEqual([
        siteName,
        { News: '/admin/news' },
      ]);
      const member = await tab('member');
      expect((await client.post(`${page}edit`, { ...member, registration: !member['registration'] })).code).toBe(1);
      expect(await stored('registration')).toBe(member['registration'] ? 0 : 1);
      await client.post(`${page}edit`, { ...member });
      await client.post(`${page}edit`, { ...basics });
      expect(await stored('config_quick_entrance')).toEqual({ 'Admin log': '/admin/admin_log' });
      const refused = await client.post(`${page}edit`, { ...(await tab('mail')), mail_recipient: 'nobody' });
      expect([refused.code, Object.keys(refused.data.fields)]).toEqual([0, ['mail_recipient']]);
    });

    it('shortcuts: the addresses of the client in the form, ours where they are stored', async () => {
      const before = await tab('basics');
      const screens = [
        ['user/user', 'user'],
        ['auth/rule', 'menu_rule'],
        ['user/moneyLog', 'user_money_log'],
        ['crud/crud', 'crud_design'],
        ['routine/adminInfo', 'profile'],
      ] as const;
      const sent = screens.map(([name]) => ({ key: name, value: dialect === 'first' ? `/admin/${name}` : name }));
      const other = { key: 'News', value: '/admin/news?id=3' };
      const own = {
        ...Object.fromEntries(screens.map(([name, screen]) => [name, `/admin/${screen}`])),
        News: other.value,
      };
      const save = (pairs: readonly object[]) =>
        client.post(`${page}edit`, { ...before, config_quick_entrance: pairs });
      expect((await save([...sent, other])).data).toMatchObject({ ids: [expect.any(Number)] });
      expect(await stored('config_quick_entrance')).toEqual(own);
      const shown = await tab('basics');
      expect(shown['config_quick_entrance']).toEqual([...sent, other]);
      expect((await open()).quickEntrance).toEqual([...sent, other]);
      expect((await client.post(`${page}edit`, shown)).data.ids).toEqual([]);
      // The spelling of the other client, and an address of ours, which the client then shows as its own.
      const [name] = screens[0];
      const foreign = { key: 'A', value: dialect === 'first' ? name : `/admin/${name}` };
      expect((await save([foreign, { key: 'B', value: '/admin/user?status=1' }])).code).toBe(1);
      expect(await stored('config_quick_entrance')).toEqual({ A: '/admin/user', B: '/admin/user?status=1' });
      const pairs = (await tab('basics'))['config_quick_entrance'] as readonly object[];
      const address = dialect === 'first' ? '/admin/user/user' : 'user/user';
      expect(pairs).toEqual([
        { key: 'A', value: address },
        { key: 'B', value: dialect === 'first' ? `${address}?status=1` : address },
      ]);
      expect((await save([...pairs, { key: 'C', value: '/admin/config' }])).code).toBe(1);
      expect(await stored('config_quick_entrance')).toMatchObject({ B: '/admin/user?status=1', C: '/admin/config' });
      expect((await save([{ key: 'Out', value: 'https://elsewhere.example' }])).data.fields).toHaveProperty(
        'config_quick_entrance',
      );
      await client.post(`${page}edit`, before);
      expect(await stored('config_quick_entrance')).toEqual({ 'Admin log': '/admin/admin_log' });
    });

    it('adds an item, which can be saved and deleted', async () => {
      const example = 'key1=value1\nkey2=value2';
      const draft = {
        group: 'basics',
        title: 'Extra',
        weigh: 0,
        content: example,
        rule: '',
        extend: '',
        inputExtend: '',
      };
      const name = `extra_${dialect}`;
      const added = await client.post(`${page}add`, { ...draft, name, type: 'string' });
      expect([added.code, added.data?.fields]).toEqual([1, undefined]);
      const chosen = await client.post(`${page}add`, {
        ...draft,
        name: `${name}_2`,
        type: 'select',
        rule: ['required'],
        value: 'key1',
      });
      expect([chosen.code, chosen.data?.fields]).toEqual([1, undefined]);
      const items: readonly Item[] = (await open()).list.basics.list;
      expect(items.find((item) => item.name === `${name}_2`)).toMatchObject({
        rule: 'required',
        content: { key1: 'value1', key2: 'value2' },
      });
      expect((await client.post(`${page}edit`, { [name]: 'text' })).code).toBe(1);
      expect(await stored(name)).toBe('text');
      const own = items.filter((item) => item.name.startsWith(name));
      expect(own.map(({ allow_del: canDelete }) => canDelete)).toEqual([1, 1]);
      expect(
        (
          await client.del(
            `${page}del`,
            own.map(({ id }) => id),
          )
        ).code,
      ).toBe(1);
    });

    it('a required list without an entry and a list with two equal keys are refused', async () => {
      const [name, entries] = [`pairs_${dialect}`, [{ key: 'one', value: 'First' }]];
      const item = { name, title: 'Pairs', type: 'array', group: 'basics', rule: 'required', value: { one: 'First' } };
      const added = await client.post(`${page}add`, item);
      expect(added.code).toBe(1);
      expect((await client.post(`${page}edit`, { [name]: entries })).code).toBe(1);
      const refused = await client.post(`${page}edit`, { [name]: [] });
      expect([refused.code, Object.keys(refused.data.fields)]).toEqual([0, [name]]);
      const response = await client.post(`${page}edit`, { [name]: [...entries, { key: 'one', value: 'Second' }] });
      expect([response.code, response.data.fields]).toEqual([0, { [name]: 'The key “one” appears twice.' }]);
      const keyless = await client.post(`${page}edit`, { [name]: [...entries, { key: '', value: 'Second' }] });
      expect([keyless.code, keyless.data.fields]).toEqual([0, { [name]: 'Each value needs a key.' }]);
      // An item that staff added is named by its title.
      expect(keyless.msg).toBe('Pairs: Each value needs a key.');
      const keylessItem = await client.post(`${page}add`, {
        ...item,
        name: `${name}_2`,
        value: [{ key: '', value: 'First' }],
      });
      expect([keylessItem.code, keylessItem.data.fields]).toEqual([0, { value: 'Each value needs a key.' }]);
      const { id } = added.data.row;
      const plain = await (await superAdmin(testServer)).post('/admin/config/edit', { id, value: {} });
      expect([plain.code, Object.keys(plain.data.fields)]).toEqual([0, ['value']]);
      expect(await stored(name)).toEqual({ one: 'First' });
    });

    it('a tab without a title is refused, and the sentence names it', async () => {
      const before = await stored('config_group');
      const tabs = (await tab('basics'))['config_group'] as readonly object[];
      for (const value of ['', ' ', null]) {
        const sent = [...tabs, { key: `empty_${dialect}`, value }];
        const refused = await client.post(`${page}edit`, { config_group: sent });
        expect([refused.code, refused.data.fields]).toEqual([
          0,
          { config_group: `Enter a title for the tab “empty_${dialect}”.` },
        ]);
      }
      const root = await superAdmin(testServer);
      const { id } = ((await open()).list.basics.list as readonly Item[]).find(
        ({ name }) => name === 'config_group',
      ) as Item;
      const save = (value: object) => root.post('/admin/config/edit', { id, value });
      for (const [value, sentence] of [
        [{ basics: ' ' }, 'Fill in this field'],
        [{ Basics: 'Basics' }, 'Use lowercase letters, digits and underscores, starting with a letter'],
      ] as const)
        expect((await save(value)).data.fields).toEqual({ value: sentence });
      expect(await stored('config_group')).toEqual(before);
    });

    it('options: an object in lists, as the inputs of both clients read it; text, pairs or an object in forms', async () => {
      const shown = { key1: 'One', key2: 'Two' };
      const forms = [
        'key1=One\nkey2=Two',
        [
          { key: 'key1', value: 'One' },
          { key: 'key2', value: 'Two' },
        ],
        shown,
      ];
      const find = async (name: string): Promise<Item | undefined> =>
        (await open()).list.basics.list.find((item: Item) => item.name === name);
      for (const [index, content] of forms.entries()) {
        const name = `options_${dialect}_${index}`;
        const draft = { name, group: 'basics', title: 'Options', weigh: 0, type: 'radio', extend: 'rows=3' };
        const added = await client.post(`${page}add`, { ...draft, content, rule: '' });
        expect([index, added.code, added.data?.row?.content]).toEqual([index, 1, shown]);
        expect((await find(name))?.content).toEqual(shown);
        const { id } = added.data.row;
        const edited = await client.post(`${page}edit`, { id, content: 'key1=One\nkey3=Three', rule: 'required' });
        expect(edited.code).toBe(1);
        expect(await find(name)).toMatchObject({ content: { key1: 'One', key3: 'Three' }, rule: 'required' });
        expect((await client.post(`${page}edit`, { [name]: 'key3' })).code).toBe(1);
        expect((await client.post(`${page}edit`, { [name]: 'key2' })).data.fields).toHaveProperty(name);
        expect((await client.del(`${page}del`, [id])).code).toBe(1);
      }
    });

    it('the profile: shows the last sign-in as text, and saves the whole form', async () => {
      const { info } = (await client.get('/admin/routine.AdminInfo/index')).data;
      expect(info.lastlogintime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(info).not.toHaveProperty('revision');
      expect(info.avatar).toBe(`${testServer.url}/static/images/avatar.png`);
      const saved = await client.post('/admin/routine.AdminInfo/edit', {
        ...info,
        motto: `Motto ${dialect}`,
        password: '',
      });
      expect(saved.code).toBe(1);
      const { info: after } = (await client.get('/admin/routine.AdminInfo/index')).data;
      expect([after.motto, after.avatar]).toEqual([`Motto ${dialect}`, info.avatar]);
      const [row] = await testServer.services.db.rows<{ avatar: string | null }>(
        'SELECT avatar FROM `admin` WHERE id = 1',
      );
      expect(row?.avatar ?? '').toBe('');
    });
  });
});

/** Types and extended properties of settings, as older clients send and show them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

interface Item {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
  readonly extend: unknown;
  readonly input_extend: unknown;
}

const OPTIONS = 'a=Alpha\nb=Beta';
/** A value of each input; `shown` where the input gets it in another form, `as` where our type has another input. */
const INPUTS: Readonly<Record<string, { readonly value: unknown; readonly shown?: unknown; readonly as?: string }>> = {
  string: { value: 'Text' },
  number: { value: 3.5 },
  radio: { value: 'a' },
  checkbox: { value: ['a', 'b'] },
  switch: { value: '1', shown: true },
  textarea: { value: 'Two\nlines' },
  array: { value: [{ key: 'one', value: 'First' }] },
  datetime: { value: '2026-03-04 05:06:07' },
  year: { value: '2026' },
  date: { value: '2026-03-04' },
  time: { value: '05:06:07' },
  select: { value: 'b' },
  selects: { value: ['b'] },
  editor: { value: '<p>Text</p>' },
  city: { value: ['110000', '110100'] },
  image: { value: '/storage/a.png' },
  images: { value: ['/storage/a.png', '/storage/b.png'] },
  file: { value: '/storage/a.pdf' },
  files: { value: ['/storage/a.pdf', '/storage/b.zip'] },
  color: { value: '#336699' },
  integer: { value: 4, as: 'number' },
};

describe.each(testDialects())('types and properties of settings of older clients on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let adminCaller: Caller;
    let client: CompatClient;
    const page = dialect === 'first' ? '/admin/routine.config/' : '/admin/routine.Config/';
    const create = async (lang?: string) => {
      const created = createCompatClient(testServer, dialect, lang);
      await created.signIn();
      return created;
    };
    beforeAll(async () => {
      adminCaller = await superAdmin(testServer);
      client = await create();
    });
    const list = async (): Promise<readonly Item[]> => (await client.get(`${page}index`)).data.list.basics.list;
    const find = async (name: string): Promise<Item> => {
      const item = (await list()).find((shown) => shown.name === name);
      if (item === undefined) throw new Error(`no item ${name}`);
      return item;
    };
    /** The dialog of a new item; the first client has no list of properties of the input. */
    const add = (name: string, type: string, more: object = {}, sender = client) =>
      sender.post(`${page}add`, {
        ...{ name, type, group: 'basics', title: 'Item', tip: '', weigh: 0, content: OPTIONS, rule: '', extend: '' },
        ...(dialect === 'first' ? {} : { inputExtend: '' }),
        ...more,
      });
    const readOwn = async (id: number) => (await adminCaller.get('/admin/config/edit', { id: String(id) })).data.row;

    it.each(Object.entries(INPUTS))('%s: the same input and value after they are saved', async (type, input) => {
      const name = `type_${type}_${dialect}`;
      const added = await add(name, type);
      expect([added.code, added.data?.row?.type]).toEqual([1, input.as ?? type]);
      const saved = await client.post(`${page}edit`, { [name]: input.value });
      expect([saved.code, saved.data?.fields]).toEqual([1, undefined]);
      const item = await find(name);
      expect([item.type, item.value]).toEqual([input.as ?? type, input.shown ?? input.value]);
      // A tab that is saved as it is shown, and a whole row, change nothing.
      expect((await client.post(`${page}edit`, { [name]: item.value })).data.ids).toEqual([]);
      const before = await readOwn(item.id);
      expect((await client.post(`${page}edit`, { ...item })).code).toBe(1);
      expect(await readOwn(item.id)).toEqual(before);
      expect((await client.del(`${page}del`, [item.id])).code).toBe(1);
    });

    it('a date with time and several files: our nearest types, and nothing that is neither', async () => {
      const [moment, papers] = [`moment_${dialect}`, `papers_${dialect}`];
      const ids = [(await add(moment, 'datetime')).data.row.id, (await add(papers, 'files')).data.row.id];
      expect([(await find(moment)).value, (await find(papers)).value]).toEqual(['', []]);
      expect([(await readOwn(ids[0])).type, (await readOwn(ids[1])).type]).toEqual(['string', 'images']);
      for (const wrong of ['2026-02-30 05:06:07', 'soon', 5, '5']) {
        const refused = await client.post(`${page}edit`, { [moment]: wrong });
        expect([refused.code, Object.keys(refused.data.fields)]).toEqual([0, [moment]]);
        expect(refused.msg).toContain('Enter a date and time');
      }
      const address = await client.post(`${page}edit`, { [papers]: ['javascript:alert(1)'] });
      expect([address.code, Object.keys(address.data.fields)[0]]).toEqual([0, expect.stringContaining(papers)]);
      // Our console gives one of them another type: the client shows that.
      expect((await adminCaller.post('/admin/config/edit', { id: ids[1], type: 'textarea' })).code).toBe(1);
      expect((await find(papers)).type).toBe('textarea');
      expect((await client.post(`${page}edit`, { id: ids[0], type: 'string' })).code).toBe(1);
      expect([(await find(moment)).type, (await readOwn(ids[0])).extend]).toEqual(['string', {}]);
      expect((await client.post(`${page}edit`, { id: ids[0], type: 'datetime' })).code).toBe(1);
      expect((await find(moment)).type).toBe('datetime');
      expect((await client.del(`${page}del`, ids)).code).toBe(1);
    });

    it('properties: of the form item and of the input, each as it was sent', async () => {
      const name = `properties_${dialect}`;
      const sent = {
        extend: 'label-width=80\nclass.wide=true',
        inputExtend: 'rows=5\nclearable=true\nstyle.width=3.0em',
      };
      const { id } = (await add(name, 'textarea', sent)).data.row;
      const typed = {
        extend: { 'label-width': 80, class: { wide: true } },
        input_extend: { rows: 5, clearable: true, style: { width: '3.0em' } },
      };
      const texts = {
        extend: { 'label-width': '80', 'class.wide': 'true' },
        input_extend: { rows: '5', clearable: 'true', 'style.width': '3.0em' },
      };
      const shown = dialect === 'first' ? texts : typed;
      expect(await find(name)).toMatchObject(shown);
      const stored = {
        ...texts.extend,
        ...{ 'input_extend.rows': '5', 'input_extend.clearable': 'true', 'input_extend.style.width': '3.0em' },
      };
      expect((await readOwn(id)).extend).toEqual(stored);
      // A saved value, a saved row, and a change of one list leave the other list as it is.
      expect((await client.post(`${page}edit`, { [name]: 'Text' })).code).toBe(1);
      expect((await client.post(`${page}edit`, { ...(await find(name)), title: 'Other' })).code).toBe(1);
      expect((await readOwn(id)).extend).toEqual(stored);
      expect((await client.post(`${page}edit`, { id, extend: 'label-width=90' })).code).toBe(1);
      expect((await find(name)).input_extend).toEqual(shown.input_extend);
      expect((await client.post(`${page}edit`, { id, inputExtend: 'rows=6' })).code).toBe(1);
      expect((await readOwn(id)).extend).toEqual({ 'label-width': '90', 'input_extend.rows': '6' });
      const row = await find(name);
      const input = { ...(row.input_extend as object), rows: 7, readonly: false };
      expect((await client.post(`${page}edit`, { ...row, input_extend: input })).code).toBe(1);
      expect((await readOwn(id)).extend).toEqual({
        ...{ 'label-width': '90', 'input_extend.rows': '7', 'input_extend.readonly': 'false' },
      });
      const long = await client.post(`${page}edit`, { id, inputExtend: `${'x'.repeat(80)}=1` });
      expect([long.code, Object.keys(long.data.fields)]).toEqual([0, ['extend']]);
      expect((await client.del(`${page}del`, [id])).code).toBe(1);
    });

    it.each([
      ['en', 'Type: A remote select needs an entity, which this form can’t name. Add the setting at'],
      ['zh-cn', '类型：远程下拉需要指定实体，而此表单无法填写。请在'],
    ] as const)('a remote select: the address where it is added, in %s', async (lang, sentence) => {
      const reader = await create(lang);
      const name = `remote_${dialect}`;
      const more = { extend: 'entity=news', inputExtend: 'remote-url=/admin/news/index' };
      for (const type of ['remoteSelect', 'remoteSelects']) {
        const refused = await add(name, type, more, reader);
        expect([refused.status, refused.code, Object.keys(refused.data.fields)]).toEqual([200, 0, ['type']]);
        expect(refused.msg).toContain(sentence);
        expect(refused.msg).toContain(`${testServer.url}/admin/config`);
      }
      expect((await list()).some((item) => item.name === name)).toBe(false);
    });

    it('a remote select of our console: the id of its row, which the client can change', async () => {
      const name = `chosen_${dialect}`;
      const draft = { name, title: 'Chosen', group: 'basics', type: 'remoteSelect', extend: { entity: 'admin_group' } };
      const { id } = (await adminCaller.post('/admin/config/add', draft)).data;
      expect((await adminCaller.post('/admin/config/edit', { id, value: 1 })).code).toBe(1);
      const item = await find(name);
      expect([item.type, item.value]).toEqual(['number', 1]);
      expect((await client.post(`${page}edit`, { [name]: 1 })).data.ids).toEqual([]);
      expect((await client.post(`${page}edit`, { [name]: 1.5 })).data.fields).toHaveProperty(name);
      expect((await client.post(`${page}edit`, { [name]: 2 })).code).toBe(1);
      expect(await readOwn(id)).toMatchObject({ type: 'remoteSelect', value: 2, extend: { entity: 'admin_group' } });
      expect((await client.del(`${page}del`, [id])).code).toBe(1);
    });
  });
});

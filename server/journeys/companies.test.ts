/** Two enterprises side by side: whoever works for one learns nothing of the other, by no way there is (T3.02). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../common/entity/field';
import { seedCtx } from '../db/seeds/base';
import { member, superAdmin, type Caller } from '../testing/actors';
import { connectClient } from '../testing/liveClient';
import { databases, startWorld, type World } from '../testing/world';

const SECRET = 'Hidden-Garden';

describe.each(databases())('two enterprises on %s', (database) => {
  let world: World;
  let root: Caller;
  let own: Caller;
  const id: Record<string, number> = {};
  const add = async (name: string, draft: Readonly<Record<string, Json>>): Promise<number> => {
    const entity = world.services.registry.get(name);
    if (entity === undefined) throw new Error(`no ${name}`);
    return (await world.writer.create(seedCtx(world.services), entity, draft)).id;
  };
  beforeAll(async () => {
    world = await startWorld({ database });
    root = await superAdmin(world);
    own = await member(world);
    const other = await member(world);
    for (const [company, person] of [
      ['Ours', own],
      [SECRET, other],
    ] as const) {
      const key = company === SECRET ? 'their' : 'our';
      id[key] = await add('enterprise', { name: company, contacts: company, contact_number: '13800138000' });
      const works = { uid: person.id, company_id: id[key], nickname: company, department: company };
      id[`${key} staff`] = await add('enterprise_staff', works);
      id[`${key} app`] = await add('app', { title: company, name: company, company_id: id[key] });
      const entry = { app_id: id[`${key} app`] ?? 0, title: company, is_group: 1, publish_status: 1 };
      id[`${key} entry`] = await add('app_business', entry);
    }
  });
  afterAll(() => world.end());

  const NOUNS = [
    ['enterprise', 'their', 'name'],
    ['enterprise_staff', 'their staff', 'nickname'],
    ['app_business', 'their entry', 'title'],
  ] as const;

  it.each(NOUNS)('%s: neither listed, counted, found, filtered, sorted nor named', async (noun, theirs, title) => {
    const strange = String(id[theirs]);
    const asked = [
      {},
      { limit: '200', order: 'id,desc' },
      { quick_search: SECRET },
      { 'search[0][field]': 'id', 'search[0][operator]': '=', 'search[0][val]': strange },
      { 'search[0][field]': title, 'search[0][operator]': 'LIKE', 'search[0][val]': 'Hidden' },
      { 'search[0][field]': 'id', 'search[0][operator]': 'NOT IN', 'search[0][val]': '0' },
      { initKey: 'id', initValue: strange },
      { select: 'true', initValue: strange },
    ];
    for (const query of asked) {
      const answer = await own.get(`/api/${noun}/index`, query);
      expect([query, answer.code]).toEqual([query, 1]);
      expect([query, answer.text.includes(SECRET)]).toEqual([query, false]);
      expect(answer.data.total).toBe(answer.data.list.length);
      expect(answer.data.total).toBeLessThanOrEqual(1);
    }
    const [absent, foreign] = await Promise.all(
      ['999999', strange].map((one) => own.get(`/api/${noun}/edit`, { id: one })),
    );
    const plain = ({ status, text }: { readonly status: number; readonly text: string }) => [
      status,
      text.replace(/"time":\d+/, '').replace(/"requestId":"[^"]*"/, ''),
    ];
    expect(plain(foreign as typeof absent & object)).toEqual(plain(absent as typeof foreign & object));
  });

  it('is written by nobody from outside, and heard of by no socket', async () => {
    for (const [noun, theirs] of NOUNS)
      for (const action of ['edit', 'add', 'del', 'batchEdit', 'sortable']) {
        const answer = await own.post(`/api/${noun}/${action}`, { id: id[theirs], ids: [id[theirs]], status: 0 });
        expect([noun, action, answer.code === 1, answer.status < 500]).toEqual([noun, action, false, true]);
      }
    const socket = await connectClient(`${world.url}/member`, own.token, {});
    const spec = {
      k: 'list',
      e: 'enterprise_staff',
      where: { all: [] },
      sort: [{ field: 'id', dir: 'desc' }],
    } as const;
    await socket.sub('staff', spec);
    const update = (which: string, nickname: string) =>
      root.post('/admin/enterprise_staff/edit', { id: id[which], nickname });
    await update('their staff', `${SECRET} again`);
    await update('our staff', 'Ours again');
    const heard = () => socket.raw.some((packet) => packet.includes('Ours again'));
    for (let tries = 0; !heard() && tries < 200; tries += 1) await new Promise((done) => setTimeout(done, 25));
    expect(heard()).toBe(true);
    expect(socket.raw.some((packet) => packet.includes(SECRET))).toBe(false);
    socket.close();
  });

  it('keeps what belongs to an app with whom the app belongs to', async () => {
    const foreign = { app_id: id['our app'], title: 'Bridge', company_id: id['their'] };
    expect((await root.post('/admin/app_business/add', foreign)).data.fields).toHaveProperty('company_id');
    const moved = { id: id['our entry'], company_id: id['their'] };
    expect((await root.post('/admin/app_business/edit', moved)).data.fields).toHaveProperty('company_id');
    await root.post('/admin/recycle_rule/add', { name: 'Entries', data_table: 'app_business' });
    const gone = await root.post('/admin/app_business/del', { ids: [id['their entry']] });
    await root.post('/admin/app/edit', { id: id['their app'], company_id: id['our'] });
    expect((await own.get('/api/app_business/index')).text).not.toContain(SECRET);
    expect((await root.post('/admin/history/undo', { cid: gone.data.cid })).data).toMatchObject({
      undone: 1,
      left: [],
    });
    const { row } = (await root.get('/admin/app_business/edit', { id: String(id['their entry']) })).data;
    expect(row.company_id).toBe(id['our']);
    // and away again: whoever owned the app before sees nothing that comes back later
    await root.post('/admin/app_business/del', { ids: [id['their entry']] });
    await root.post('/admin/app/edit', { id: id['their app'], company_id: id['their'] });
    const [line] = (await root.get('/admin/recycle_log/index', { limit: '1', order: 'id,desc' })).data.list;
    expect((await root.post('/admin/recycle_log/restore', { ids: [line.id] })).data).toMatchObject({ ids: [line.id] });
    for (const query of [{}, { id: String(id['their entry']) }]) {
      const answer = await own.get(`/api/app_business/${'id' in query ? 'edit' : 'index'}`, query);
      expect([query, answer.text.includes(SECRET)]).toEqual([query, false]);
    }
    const theirs = await root.get('/admin/app_business/edit', { id: String(id['their entry']) });
    expect(theirs.data.row).toMatchObject({ company_id: id['their'], publish_status: 1 });
  });
});

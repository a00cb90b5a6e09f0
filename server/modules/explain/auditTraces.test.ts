/**
 * Traces of staff actions: values before and after by field class, the change-set of an audit entry, and what restoring does not restore.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChangeSetResponse } from '../../../common/protocol/history';
import { guest, limitedAdmin, member, superAdmin, type Body, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('traces of staff on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const lastEntry = async () => (await root.get('/admin/admin_log/index', { limit: '1' })).data.list[0];
  const entry = async () => (await root.get('/admin/admin_log/edit', { id: String((await lastEntry()).id) })).data.row;
  const loadChangeSet = async (cid: string, who = root): Promise<ChangeSetResponse> =>
    (await who.get('/admin/history/set', { cid })).data;
  const company = async (name: string) =>
    (await root.post('/admin/enterprise/add', { name, contacts: 'Ann', contact_number: '13800000001' })).data.id;

  it('before and after values follow the field class, in the audit log and in the change-set', async () => {
    const id = await company('Before');
    const change = { id, name: 'After', contact_number: '13800000002' };
    const { cid } = (await root.post('/admin/enterprise/edit', change)).data;
    const { data } = await entry();
    expect(data).toMatchObject({
      cid,
      entity: 'enterprise',
      verb: 'edit',
      ids: [id],
      before: { name: 'Before', contact_number: '••••' },
      data: { name: 'After', contact_number: '••••' },
    });
    const [whole] = (await loadChangeSet(cid)).rows;
    expect(whole).toMatchObject({ e: 'enterprise', id, title: 'After', line: { hidden: 0 } });
    expect(whole?.line.fields.map(({ field }) => field).sort()).toEqual(['contact_number', 'name']);
    const clerk = await limitedAdmin(testServer, ['admin_log/index', 'enterprise/index'], 'all');
    const [part] = (await loadChangeSet(cid, clerk)).rows;
    expect([part?.line.hidden, part?.line.fields]).toEqual([1, [{ field: 'name', before: 'Before', after: 'After' }]]);
    const stranger = await limitedAdmin(testServer, ['admin_log/index'], 'all');
    expect(await loadChangeSet(cid, stranger)).toMatchObject({ rows: [], hidden: 1 });
    expect((await root.get('/admin/history/set', { cid: 'x' })).code).toBe(400);
    await root.post('/admin/history/undo', { cid });
    expect((await loadChangeSet(cid)).undone?.by.id).toBe(`admin:${root.id}`);
  });

  it('undo is offered exactly for change-sets that the server can undo', async () => {
    const post = async (path: string, body: Body): Promise<{ readonly cid: string }> => {
      const { code, msg, data } = await root.post(`/admin/${path}`, body);
      expect([path, code, code === 1 ? '' : msg]).toEqual([path, 1, '']);
      return data;
    };
    const id = await company('Offered');
    const [stored, lost] = [await company('Kept'), await company('Lost')];
    const money = { user_id: (await member(testServer)).id, money: '5.00', memo: 'Refund' };
    const actions: readonly (readonly [string, Body, boolean])[] = [
      ['enterprise/edit', { id, name: 'Offered 2' }, true],
      ['enterprise/batchEdit', { ids: [id, stored], set: { name: 'Offered 3' } }, true],
      ['enterprise/sortable', { id, targetId: stored }, true],
      ['enterprise/add', { name: 'New', contacts: 'Ann', contact_number: '13800000001' }, true],
      ['enterprise/del', { ids: [lost] }, true],
      ['user_money_log/add', money, false],
      ['user/edit', { id: money.user_id, password: 'another-horse-2' }, false],
    ];
    for (const [path, body, undoable] of actions) {
      const { cid } = await post(path, body);
      expect([path, (await loadChangeSet(cid)).undoable]).toEqual([path, undoable]);
      const undone = (await root.post('/admin/history/undo', { cid })).data?.undone ?? 0;
      expect([path, undone > 0]).toEqual([path, undoable]);
      expect([path, (await loadChangeSet(cid)).undoable]).toEqual([path, false]);
    }
    await post('enterprise/del', { ids: [lost] });
    const purged = await post('enterprise/purge', { ids: [lost] });
    expect((await loadChangeSet(purged.cid)).undoable).toBe(false);
  });

  it('undo is offered only to a reader with its permission', async () => {
    const id = await company('Guarded');
    const { cid } = (await root.post('/admin/enterprise/edit', { id, name: 'Guarded 2' })).data;
    const nodes = ['admin_log/index', 'enterprise/index'];
    const reader = await limitedAdmin(testServer, nodes, 'all');
    const editor = await limitedAdmin(testServer, [...nodes, 'enterprise/edit'], 'all');
    const responses = [await loadChangeSet(cid, reader), await loadChangeSet(cid, editor)];
    expect(responses.map(({ rows, undoable }) => [rows.length, undoable])).toEqual([
      [1, false],
      [1, true],
    ]);
  });

  // @case T1.06
  it('restored admins are disabled, from the recycle bin and by undo', async () => {
    const groups = (await root.get('/admin/admin_group/index')).data.list as { id: number; name: string }[];
    const editors = groups.find(({ name }) => name === 'Editors')?.id;
    const person = {
      username: 'returning',
      nickname: 'Returning',
      password: 'returning-horse-1',
      group_arr: [editors],
    };
    const { id } = (await root.post('/admin/admin/add', person)).data;
    const comesBack = async () => {
      const { row } = (await root.get('/admin/admin/edit', { id: String(id) })).data;
      return [row.status, (await guest(testServer).post('/admin/Index/login', person)).code];
    };
    const gone = (await root.post('/admin/admin/del', { ids: [id] })).data;
    expect((await root.post('/admin/admin/restore', { ids: [id] })).code).toBe(1);
    expect(await comesBack()).toEqual([0, 0]);
    await root.post('/admin/admin/edit', { id, status: 1 });
    expect(await comesBack()).toEqual([1, 1]);
    const again = (await root.post('/admin/admin/del', { ids: [id] })).data;
    expect((await root.post('/admin/history/undo', { cid: again.cid })).data.undone).toBe(1);
    expect(await comesBack()).toEqual([0, 0]);
    expect(gone.cid).not.toBe(again.cid);
  });

  it('the remark of a rule is in the list response and in the menu', async () => {
    const remark = 'Only published news reach the site.';
    const { list } = (await root.get('/admin/menu_rule/index')).data;
    const rule = (list as { id: number; name: string }[]).find(({ name }) => name === 'news');
    expect((await root.get('/admin/news/index')).data.remark).toBe('');
    await root.post('/admin/menu_rule/edit', { id: rule?.id, remark });
    expect((await root.get('/admin/news/index')).data.remark).toBe(remark);
    expect((await root.get('/admin/Index/index')).text).toContain(remark);
  });

  it('moving a rule to another parent and position is one change-set, and needs both permissions', async () => {
    const make = async (name: string, pid: number | null, weigh: number) =>
      (await root.post('/admin/menu_rule/add', { type: 'menu_dir', title: name, name: `place/${name}`, pid, weigh }))
        .data.id as number;
    const [left, right] = [await make('left', null, 9), await make('right', null, 8)];
    const [a, b, c] = [await make('a', left, 5), await make('b', right, 7), await make('c', right, 6)];
    const move = (body: Body) => root.post('/admin/menu_rule/sortable', body);
    expect((await move({ id: a, targetId: c })).code).toBe(0);
    const moved = await move({ id: a, targetId: c, parent: right });
    expect(moved.code).toBe(1);
    const under = async (pid: number) => {
      const { list } = (await root.get('/admin/menu_rule/index', { order: 'weigh,desc' })).data;
      return (list as { id: number; pid: number }[]).filter((row) => row.pid === pid).map(({ id }) => id);
    };
    expect([await under(left), await under(right)]).toEqual([[], [b, a, c]]);
    expect((await move({ id: right, targetId: right, parent: a })).code).not.toBe(1);
    await root.post('/admin/history/undo', { cid: moved.data.cid });
    expect(await under(left)).toEqual([a]);
    expect((await move({ id: a, targetId: a, parent: null })).code).toBe(1);
    const sorter = await limitedAdmin(testServer, ['menu_rule/index', 'menu_rule/sortable'], 'all');
    expect((await sorter.post('/admin/menu_rule/sortable', { id: a, targetId: c, parent: right })).code).toBe(403);
  });
});

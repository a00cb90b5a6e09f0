/** What acts of older clients do beyond their response: live frames for our own clients, other members’ rows, secrets, tabs without a screen. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { member, superAdmin, type Body } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import type { Change } from '../../../common/protocol/liveEvents';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const PASSWORD = 'quiet-river-42';
const SECRET = 'never-to-be-shown-9';
const WAIT_MS = 10_000;
const LIST = (e: string) => ({ k: 'list', e, where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] }) as const;

describe.each(testDialects())('effects of older clients on %s', (database) => {
  let testServer: TestServer;
  let live: LiveClient;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    const root = await superAdmin(testServer);
    const [secret] = await testServer.services.db.rows<{ id: number }>(
      "SELECT id FROM `config` WHERE name = 'smtp_pass'",
    );
    expect((await root.post('/admin/config/seal', { id: Number(secret?.id), value: SECRET })).code).toBe(1);
    live = await connectLiveClient(`${testServer.url}/admin`, root.token, {});
    for (const e of ['user', 'menu_rule', 'user_money_log', 'user_score_log', 'config', 'attachment'])
      await live.subscribe(e, LIST(e));
  });
  afterAll(async () => {
    live.close();
    await testServer.close();
  });

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    const rulePage = dialect === 'first' ? '/admin/auth.menu/' : '/admin/auth.rule/';
    const settings = dialect === 'first' ? '/admin/routine.config/' : '/admin/routine.Config/';
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      await client.signIn();
    });
    const rule = (name: string, more: Body): Body => ({
      type: 'menu',
      title: name,
      name,
      path: name,
      menu_type: 'tab',
      pid: 0,
      status: '1',
      keepalive: 0,
      icon: 'fa fa-star',
      extend: 'none',
      url: '',
      component: '',
      ...more,
    });
    const addMember = async (name: string): Promise<number> => {
      const draft = {
        username: `${name}_${dialect}`,
        nickname: name,
        group_id: 1,
        status: 'enable',
        password: PASSWORD,
      };
      return (await client.post('/admin/user.user/add', draft)).data.id as number;
    };
    /** Waits for the first change that our own client gets after these frames. */
    const waitForChange = async (from: number, e: string, isWanted: (change: Change) => boolean): Promise<Change> => {
      const find = () => live.frames.slice(from).flatMap((frame) => (frame.e === e ? frame.c.filter(isWanted) : []))[0];
      for (let waited = 0; find() === undefined && waited < WAIT_MS; waited += 50) await sleep(50);
      const change = find();
      if (change === undefined) throw new Error(`no change of ${e} arrived`);
      return change;
    };
    /** Runs an act, and waits for the change of a row that our own client gets. */
    const expectFrame = async (e: string, op: string, id: number, act: () => Promise<{ code: number }>) => {
      const from = live.frames.length;
      expect((await act()).code).toBe(1);
      const isShown = () =>
        live.frames
          .slice(from)
          .some((frame) => frame.e === e && frame.c.some((change) => change.op === op && change.id === id));
      for (let waited = 0; !isShown() && waited < WAIT_MS; waited += 50) await sleep(50);
      expect([e, op, isShown()]).toEqual([e, op, true]);
    };

    it('our own clients get a frame of each write: edit, switch, drag, setting, delete', async () => {
      const start = live.frames.length;
      const id = await addMember('live');
      // Changes of one row that are sent together are one change.
      await waitForChange(start, 'user', (change) => change.op === 'enter' && change.id === id);
      const page = '/admin/user.user/';
      const { row } = (await client.get(`${page}edit?id=${id}`)).data;
      await expectFrame('user', 'u', id, () => client.post(`${page}edit`, { ...row, nickname: 'Renamed' }));
      await expectFrame('user', 'u', id, () => client.post(`${page}edit`, { id, status: 'disable' }));
      await expectFrame('user', 'u', id, () => client.post(`${page}edit`, { id, status: 'enable' }));
      const names = ['one', 'two'].map((name) => `drag_${name}_${dialect}`);
      const rules: number[] = [];
      for (const name of names) {
        const url = { menu_type: 'link', url: 'https://example.com' };
        const added = await client.post(`${rulePage}add`, rule(name, url));
        expect([added.code, added.data?.fields]).toEqual([1, undefined]);
        rules.push(added.data.row.id);
      }
      const [target = 0, moved = 0] = rules;
      const drag = dialect === 'first' ? { id: moved, targetId: target } : { move: moved, target, direction: 'up' };
      await waitForChange(start, 'menu_rule', (change) => change.op === 'enter' && change.id === moved);
      await expectFrame('menu_rule', 'u', moved, () => client.post(`${rulePage}sortable`, { ...drag }));
      await expectFrame('menu_rule', 'del', moved, () => client.del(`${rulePage}del`, [moved]));
      const { list } = (await client.get(`${settings}index`)).data;
      const item = list.basics.list.find(({ name }: Body) => name === 'record_number');
      const change = { record_number: `Number ${dialect}` };
      await expectFrame('config', 'u', item.id, () => client.post(`${settings}edit`, change));
    }, 60_000);

    it('a row that is added: its frame contains it as our own list shows it', async () => {
      const from = live.frames.length;
      const id = await addMember('added');
      const { row, v } = await waitForChange(from, 'user', (change) => change.op === 'enter' && change.id === id);
      const root = await superAdmin(testServer);
      const [listed] = (await root.get('/admin/user/index', { order: 'id,desc', limit: '1' })).data.list;
      expect([row, v]).toEqual([listed, 1]);
      expect(row).toMatchObject({ id, username: `added_${dialect}`, status: 1, money: '0.00' });
    });

    it('a booking sends a frame with the balance of the member alone, and one with the entry', async () => {
      const start = live.frames.length;
      const id = await addMember('booked');
      await waitForChange(start, 'user', (change) => change.op === 'enter' && change.id === id);
      for (const [page, ledger, field, amounts] of [
        ['moneyLog', 'user_money_log', 'money', ['2.50', '-1.20']],
        ['scoreLog', 'user_score_log', 'score', [5, -2]],
      ] as const) {
        let before = field === 'money' ? '0.00' : 0;
        for (const [index, amount] of amounts.entries()) {
          const from = live.frames.length;
          const memo = `Live ${index}`;
          expect((await client.post(`/admin/user.${page}/add`, { user_id: id, [field]: amount, memo })).code).toBe(1);
          const after = field === 'money' ? ['2.50', '1.30'][index] : [5, 3][index];
          const change = await waitForChange(from, 'user', (candidate) => candidate.id === id);
          // The time changes with the second.
          const { update_time: _time, ...set } = change.set ?? {};
          expect([change.op, set]).toEqual(['u', { [field]: after, revision: Number(change.was) + 1 }]);
          const entry = await waitForChange(from, ledger, (change) => change.op === 'enter');
          expect(entry.row).toMatchObject({ user_id: id, [field]: amount, before, after, memo });
          before = after ?? before;
        }
      }
    });

    it('a member reads and writes no row of another member', async () => {
      const other = await member(testServer);
      expect(
        (await client.post('/admin/user.moneyLog/add', { user_id: other.id, money: '7.77', memo: 'Other' })).code,
      ).toBe(1);
      const own = await addMember('own');
      const visitor = createCompatClient(testServer, dialect);
      const form = { tab: 'login', username: `own_${dialect}`, password: PASSWORD, keep: false };
      visitor.useToken('member', (await visitor.post('/api/user/checkIn', form)).data.userInfo.token);
      for (const query of [
        '',
        '&user_id=1',
        `&search[0][field]=user_id&search[0][operator]=eq&search[0][val]=${other.id}`,
      ]) {
        const { data } = await visitor.get(`/api/account/balance?page=1&limit=10${query}`);
        expect([query, JSON.stringify(data ?? {}).includes('7.77')]).toEqual([query, false]);
      }
      // A member who names another id in the profile changes the own row.
      await visitor.post('/api/account/profile', {
        id: other.id,
        username: `own_${dialect}`,
        nickname: 'Intruder',
        motto: 'x',
      });
      const { row } = (await client.get(`/admin/user.user/edit?id=${other.id}`)).data;
      expect([row.nickname, row.motto === 'x']).not.toEqual(['Intruder', true]);
      expect((await client.get(`/admin/user.user/edit?id=${own}`)).data.row.nickname).toBe('Intruder');
      for (const path of ['user.user/index', `user.user/edit?id=${other.id}`, 'user.moneyLog/index'])
        expect([path, (await visitor.get(`/admin/${path}`)).code]).toEqual([path, 302]);
      expect((await visitor.post('/admin/user.user/edit', { id: other.id, nickname: 'Intruder' })).code).toBe(302);
    });

    it('no response contains a secret: neither a stored one, nor a password or its hash', async () => {
      const id = await addMember('secret');
      const [stored] = await testServer.services.db.rows<{ password: string }>(
        'SELECT password FROM `user` WHERE id = ?',
        [id],
      );
      const [admin] = await testServer.services.db.rows<{ password: string }>(
        'SELECT password FROM `admin` WHERE id = 1',
      );
      const [sealed] = await testServer.services.db.rows<{ sealed: string }>(
        "SELECT sealed FROM `config` WHERE name = 'smtp_pass'",
      );
      const secrets = [SECRET, PASSWORD, stored?.password ?? '', admin?.password ?? '', sealed?.sealed ?? ''];
      expect(secrets.every((secret) => secret.length > 8)).toBe(true);
      const pages = [
        ...[
          'user.user/index',
          `user.user/edit?id=${id}`,
          'auth.admin/index',
          'auth.admin/edit?id=1',
          'auth.group/index',
        ],
        ...['auth.adminLog/index', 'user.moneyLog/index', `user.moneyLog/add?userId=${id}`, 'routine.attachment/index'],
        ...['routine.config/index', 'routine.AdminInfo/index', 'security.dataRecycleLog/index', 'Index/index'],
        ...['security.sensitiveDataLog/index', 'crud.Log/index', 'module/index', 'index/index', 'Dashboard/index'],
      ];
      for (const page of pages) {
        const { code, text } = await client.get(`/admin/${page}`);
        expect([page, code]).toEqual([page, 1]);
        expect([page, secrets.filter((secret) => text.includes(secret))]).toEqual([page, []]);
      }
      expect(live.raw.filter((packet) => secrets.some((secret) => packet.includes(secret)))).toEqual([]);
    });

    it('a tab without a screen of ours is refused at its field; one with a screen, and a link, are added', async () => {
      const add = (name: string, more: Body) => client.post(`${rulePage}add`, rule(`${name}_${dialect}`, more));
      // The forms of these clients require no file, and suggest one below /src.
      const refusals = ['', '/src/views/backend/shop/index.vue', 'shop/index'].flatMap((component) =>
        ['none', 'add_rules_only', 'add_menu_only'].map((extend) => ({ component, extend })),
      );
      for (const more of refusals) {
        const { status, code, msg, data } = await add('shop', more);
        expect([more, status, code, Object.keys(data.fields)]).toEqual([more, 200, 0, ['component']]);
        expect(msg).not.toBe('');
      }
      expect((await client.get(`${rulePage}index?quickSearch=shop_${dialect}`)).data.list).toEqual([]);
      const known = await add('known', { component: '/src/views/backend/user/group/index.vue' });
      const link = await add('link', { menu_type: 'link', url: 'https://example.com/shop' });
      expect([known.code, link.code]).toEqual([1, 1]);
      const { routes, entries } = await client.openConsole();
      expect(routes.get(`known_${dialect}`)?.component).toBe('/src/views/backend/user/group/index.vue');
      expect(entries.find(({ name }) => name === `link_${dialect}`)?.url).toBe('https://example.com/shop');
      await client.del(`${rulePage}del`, [known.data.row.id, link.data.row.id]);
    });
  });
});

/** Approvers are independent of the requester, whichever of the two created or changed the account of the other. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { adminGroup } from '../../../common/entities/adminGroup';
import { seedContext } from '../../db/seeds/base';
import {
  limitedAdmin,
  member,
  signIn,
  superAdmin,
  type ApiResponse,
  type Body,
  type Caller,
} from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const EDITS = ['config/index', 'config/edit', 'pending_change/index', 'pending_change/withdraw'];
const BOOKS = [
  ...['user/index', 'user_money_log/index', 'user_money_log/add', 'user_money_log/see_money'],
  ...['pending_booking/index', 'pending_booking/see_money', 'pending_booking/approve'],
];
const WAIT_MS = 72 * 3_600_000;
const RECENT = 'Your account or permissions changed in the last 72 hours, so another admin must approve this.';
const RELATED =
  'You created the requester’s account or changed its sign-in or permissions in the last 72 hours, so another admin must approve this.';
const PASSWORD = 'another-horse-12';

describe.each(testDialects())('approvers on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let second: Caller;
  let superGroup: number;
  let people = 0;
  const ids = new Map<string, number>();
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' } });
    root = await superAdmin(testServer);
    const rows = await testServer.services.db.rows<{ id: number; name: string }>('SELECT id, name FROM `config`');
    for (const { id, name } of rows) ids.set(name, Number(id));
    superGroup = (await root.get('/admin/admin/edit', { id: String(root.id) })).data.row.group_arr[0];
  });
  // Each test has one established approver besides root and leaves none behind.
  beforeEach(async () => {
    root = await superAdmin(testServer);
    second = await limitedAdmin(testServer, [...EDITS, 'config/approve'], 'all');
    await setSetting(testServer, 'password_min_member', 12);
  });
  afterEach(() => disable(second));
  afterAll(() => testServer.close());

  const signInAs = (username: string) => signIn(testServer, 'admin', { username, password: PASSWORD });
  const addAdmin = async (by: Caller, groups: readonly number[]): Promise<Caller> => {
    people += 1;
    const username = `person_${people}`;
    const added = await by.post('/admin/admin/add', {
      username,
      nickname: username,
      password: PASSWORD,
      group_arr: groups,
    });
    expect([added.code, added.msg]).toEqual([1, expect.any(String)]);
    return signInAs(username);
  };
  const addGroup = async (name: string, rules: readonly string[], pid: number | null = null): Promise<number> =>
    (await root.post('/admin/admin_group/add', { name, rules, pid, data_scope: 'all' })).data.id;
  const system = async (name: string, values: Body): Promise<number> => {
    const entity = testServer.services.registry.get(name);
    if (entity === undefined) throw new Error(`there is no entity ${name}`);
    return (await testServer.writer.create(seedContext(testServer.services), entity, values)).id;
  };
  const setRules = async (id: number, rules: readonly string[]) =>
    expect((await root.post('/admin/admin_group/edit', { id, rules })).code).toBe(1);
  const edit = (by: Caller, value: number): Promise<ApiResponse> =>
    by.post('/admin/config/edit', { id: ids.get('password_min_member'), value });
  const ask = async (by: Caller, value = 6): Promise<number> => {
    const asked = await by.post('/admin/config/ask', { id: ids.get('password_min_member'), value });
    expect([asked.code, asked.msg]).toEqual([1, expect.any(String)]);
    return (await root.get('/admin/pending_change/index', { limit: '1' })).data.list[0].id;
  };
  const approve = (by: Caller, id: number) => by.post('/admin/pending_change/approve', { id });
  const notices = async (by: Caller): Promise<readonly { title: string; params: { title: string } }[]> =>
    (await by.get('/admin/notice/index')).data.list;
  const newestNotice = async (by: Caller) => (await by.get('/admin/notice/index')).data.list[0];
  const loadTitles = async (by: Caller, text: string) =>
    (await notices(by)).flatMap(({ title, params }) => (title === text ? [params.title] : [])).toSorted();
  const withdraw = async (by: Caller, id: number) =>
    expect((await by.post('/admin/pending_change/withdraw', { id })).code).toBe(1);
  const minimum = async (): Promise<unknown> => {
    const [row] = await testServer.services.db.rows<{ value: string }>('SELECT value FROM `config` WHERE id = ?', [
      ids.get('password_min_member') ?? 0,
    ]);
    return JSON.parse(row?.value ?? 'null');
  };
  const refused = async (by: Caller, id: number, msg: string) => {
    const response = await approve(by, id);
    expect([response.code, response.msg, await minimum()]).toEqual([0, msg, 12]);
  };
  const disable = async (who: Caller): Promise<void> => {
    expect((await root.post('/admin/admin/edit', { id: who.id, status: 0 })).code).toBe(1);
  };
  const passWaitingTime = async (): Promise<void> => {
    testServer.advanceClock(WAIT_MS + 1000);
    root = await superAdmin(testServer);
  };

  it('approve: is refused for an admin created by the requester, and for one created by that admin', async () => {
    const own = await addAdmin(root, [superGroup]);
    expect(await newestNotice(second)).toMatchObject({
      title: 'approver_added',
      params: { title: `person_${people}` },
    });
    const thirdAdmin = await addAdmin(own, [superGroup]);
    const id = await ask(root);
    await refused(own, id, RECENT);
    await refused(thirdAdmin, id, RECENT);
    await withdraw(root, id);
    for (const who of [thirdAdmin, own]) await disable(who);
  });

  it('approve: is refused for the admin who created the requester, directly or through another admin', async () => {
    const clerks = await addGroup('Clerks', EDITS);
    const clerk = await addAdmin(root, [clerks]);
    const between = await addAdmin(root, [superGroup]);
    const puppet = await addAdmin(between, [clerks]);
    for (const who of [clerk, puppet]) {
      const id = await ask(who);
      await refused(root, id, RELATED);
      await withdraw(who, id);
    }
    const id = await ask(clerk);
    expect((await approve(second, id)).code).toBe(1);
    expect(await minimum()).toBe(6);
    for (const who of [puppet, between, clerk]) await disable(who);
  });

  it('approve: refused for the admin who gave the requester its permissions, directly or through a role group', async () => {
    const [one, two] = [await addGroup('Old one', ['news/index']), await addGroup('Old two', ['news/index'])];
    const people = [await addAdmin(root, [one]), await addAdmin(root, [two]), await addAdmin(root, [superGroup])];
    const loadName = async ({ id }: Caller): Promise<string> =>
      (await root.get('/admin/admin/edit', { id: String(id) })).data.row.username;
    const names = await Promise.all(people.map(loadName));
    await passWaitingTime();
    const editors = await addGroup('Editors of settings', EDITS);
    expect((await root.post('/admin/admin/edit', { id: people[0]?.id, group_arr: [editors] })).code).toBe(1);
    await setRules(two, EDITS);
    const [direct, through, uninvolved] = await Promise.all(names.map(signInAs));
    if (!direct || !through || !uninvolved) throw new Error('expected three signed-in admins');
    for (const requester of [direct, through]) {
      const id = await ask(requester);
      await refused(root, id, RELATED);
      await withdraw(requester, id);
    }
    expect((await approve(uninvolved, await ask(direct))).code).toBe(1);
    for (const who of people) await disable(who);
  });

  it.each<[string, Body]>([
    ['password', { password: PASSWORD }],
    ['email address', { email: 'taken@example.com' }],
  ])(
    'approve: refused for an admin whose %s another admin changed, and the admin is notified',
    async (_what, change) => {
      const approver = await limitedAdmin(testServer, [...EDITS, 'config/approve'], 'all');
      const { username } = (await root.get('/admin/admin/edit', { id: String(approver.id) })).data.row;
      const changed = await root.post('/admin/admin/edit', { id: approver.id, ...change });
      expect([changed.code, changed.msg]).toEqual([1, expect.any(String)]);
      const taken = await ('password' in change ? signInAs(username) : approver);
      expect((await newestNotice(taken)).title).toBe('account_changed');
      const id = await ask(root);
      await refused(taken, id, RECENT);
      await withdraw(root, id);
      await disable(taken);
    },
  );

  it('approve: is refused for an admin whose role group gained the permission just now', async () => {
    const approver = await limitedAdmin(testServer, EDITS, 'all');
    const { group_arr: groups } = (await root.get('/admin/admin/edit', { id: String(approver.id) })).data.row;
    const widened = await root.post('/admin/admin_group/edit', { id: groups[0], rules: [...EDITS, 'config/approve'] });
    expect(widened.code).toBe(1);
    expect(await newestNotice(second)).toMatchObject({ title: 'approvers_added' });
    const id = await ask(root);
    await refused(approver, id, RECENT);
    expect((await approve(second, id)).code).toBe(1);
    await disable(approver);
  });

  it.each(['group_arr', 'pid'] as const)(
    'approve: refused for an admin who gained the permission by an approved change of %s, and others are notified',
    async (field) => {
      const rules = ['pending_change/index', 'config/approve'];
      people += 1;
      const username = `person_${people}`;
      // An account older than the waiting time.
      const strict = await system('admin_group', { name: `Strict ${field}`, require_second_factor: 1, rules });
      const group = await system('admin_group', { name: `Below ${field}`, pid: strict, rules, data_scope: 'all' });
      await testServer.writer.update(seedContext(testServer.services), adminGroup, {
        id: strict,
        rules: ['pending_change/index'],
      });
      const id = await system('admin', { username, nickname: username, password: PASSWORD, group_arr: [group] });
      const thirdAdmin = await limitedAdmin(testServer, rules, 'all');

      const [path, body] =
        field === 'pid' ? ['admin_group', { id: group, pid: null }] : ['admin', { id, group_arr: [superGroup] }];
      const asked = await root.post(`/admin/${path}/ask`, body);
      expect([asked.code, asked.data.saved]).toEqual([1, undefined]);
      const request = (await root.get('/admin/pending_change/index', { limit: '1' })).data.list[0].id;
      expect((await approve(second, request)).code).toBe(1);
      expect(await loadTitles(thirdAdmin, field === 'pid' ? 'approvers_added' : 'approver_added')).toEqual([
        field === 'pid' ? `Below ${field}` : username,
      ]);

      const gained = await signInAs(username);
      expect((await notices(gained)).map(({ title }) => title)).toContain(
        field === 'pid' ? 'role_changed' : 'role_given',
      );
      const change = await ask(root);
      await refused(gained, change, RECENT);
      await withdraw(root, change);
      for (const who of [gained, thirdAdmin]) await disable(who);
    },
  );

  it('notices: a role group that gains the permission through its parent is announced like the parent', async () => {
    const upper = await addGroup('Upper', [...EDITS, 'config/approve']);
    await addGroup('Lower', ['config/approve'], upper);
    await addGroup('Aside', ['config/index'], upper);
    await setRules(upper, EDITS);
    const thirdAdmin = await limitedAdmin(testServer, ['config/approve'], 'all');
    await setRules(upper, [...EDITS, 'config/approve']);
    expect(await loadTitles(thirdAdmin, 'approvers_added')).toEqual(['Lower', 'Upper']);
    await disable(thirdAdmin);
  });

  it('notices: approvers of bookings are notified of a new role group and a new admin who approve bookings', async () => {
    const chief = await limitedAdmin(testServer, BOOKS, 'all');
    const group = await addGroup('Cashiers', BOOKS);
    const cashier = await addAdmin(root, [group]);
    expect(await loadTitles(chief, 'booking_approvers_added')).toEqual(['Cashiers']);
    expect(await loadTitles(chief, 'booking_approver_added')).toEqual([`person_${people}`]);
    expect(await loadTitles(chief, 'approver_added')).toEqual([]);
    expect((await notices(second)).map(({ title }) => title)).toEqual([]);
    for (const who of [cashier, chief]) await disable(who);
  });

  it('notices: a request reaches all current approvers while none of them is eligible', async () => {
    await setSetting(testServer, 'ledger_second_money', 500);
    const mia = await member(testServer);
    const chief = await limitedAdmin(testServer, BOOKS, 'all');
    for (const [who, email] of [
      [second, 'second@example.com'],
      [chief, 'chief@example.com'],
    ] as const)
      expect((await root.post('/admin/admin/edit', { id: who.id, email })).code).toBe(1);
    const id = await ask(root);
    expect(await loadTitles(second, 'change_asked')).toEqual(['password_min_member']);
    await refused(second, id, RECENT);
    const asked = { id: mia.id, kind: 'money', money: '900.00', memo: 'Prize' };
    expect((await root.post('/admin/user/ask_second', asked)).code).toBe(1);
    expect(await loadTitles(chief, 'booking_asked_money')).toEqual([expect.stringContaining('member_')]);
    expect(await loadTitles(root, 'booking_asked_money')).toEqual([]);
    await withdraw(root, id);
    await disable(chief);
  });

  it('approve of a booking: is refused for an admin created by the requester', async () => {
    await setSetting(testServer, 'ledger_second_money', 500);
    const mia = await member(testServer);
    const own = await addAdmin(root, [superGroup]);
    const asked = { id: mia.id, kind: 'money', money: '900.00', memo: 'Prize' };
    expect((await root.post('/admin/user/ask_second', asked)).code).toBe(1);
    const { id } = (await root.get('/admin/pending_booking/index', { limit: '1' })).data.list[0];
    const response = await own.post('/admin/pending_booking/approve', { id });
    expect([response.code, response.msg]).toEqual([0, RECENT]);
    const [entries] = await testServer.services.db.rows<{ n: number }>('SELECT COUNT(*) AS n FROM `user_money_log`');
    expect(Number(entries?.n)).toBe(0);
    await disable(own);
  });

  it('an edit without a second person: refused during the waiting time after an approver was disabled, allowed later', async () => {
    await disable(second);
    const response = await edit(root, 6);
    expect([response.code, response.data.secondPerson, Object.keys(response.data.fields)]).toEqual([
      0,
      undefined,
      ['value'],
    ]);
    expect(response.msg).toContain('none can right now');
    expect(await minimum()).toBe(12);
    await passWaitingTime();
    expect((await edit(root, 6)).code).toBe(1);
    expect(await minimum()).toBe(6);
  });

  it('approve: is allowed to a created admin after the waiting time', async () => {
    await disable(second);
    await passWaitingTime();
    const approvers = await addGroup('Approvers', ['pending_change/index', 'config/approve']);
    const added = await addAdmin(root, [approvers]);
    expect((await edit(root, 6)).code).toBe(1); // It does not count as an independent admin yet.
    expect((await edit(root, 12)).code).toBe(1);
    await passWaitingTime();
    const { username } = (await root.get('/admin/admin/edit', { id: String(added.id) })).data.row;
    const later = await signInAs(username);
    expect((await edit(root, 6)).data).toMatchObject({ secondPerson: true });
    expect((await approve(later, await ask(root))).code).toBe(1);
    expect(await minimum()).toBe(6);
    await disable(later);
  });
});

/** Protected settings become less strict only with a fresh password and the approval of another admin, by every route. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { createInterleaver } from '../../testing/database/interleave';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const EDITS = ['config/index', 'config/edit', 'pending_change/index', 'pending_change/withdraw'];

describe.each(sampleDialects())('protected settings on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let clerk: Caller;
  let second: Caller;
  const ids = new Map<string, number>();
  const interleaving = createInterleaver();
  beforeAll(async () => {
    const settings = { captcha: 'adaptive', passwordMin: { admin: 12, member: 12 } } as const;
    testServer = await startTestServer({ database, settings, wrapDb: interleaving.wrap });
    root = await superAdmin(testServer);
    clerk = await limitedAdmin(testServer, EDITS, 'all');
    second = await limitedAdmin(testServer, [...EDITS, 'config/approve'], 'all');
    const rows = await testServer.services.db.rows<{ id: number; name: string }>('SELECT id, name FROM `config`');
    for (const { id, name } of rows) ids.set(name, Number(id));
    for (const name of ['ledger_second_money', 'ledger_second_score', 'ledger_stepup_score'])
      expect((await edit(root, name, 1_000)).code).toBe(1);
  });
  afterAll(() => testServer.close());

  const getId = (name: string): number => ids.get(name) ?? 0;
  const valueOf = async (name: string): Promise<unknown> => {
    const [row] = await testServer.services.db.rows<{ value: string | null }>(
      'SELECT value FROM `config` WHERE name = ?',
      [name],
    );
    return JSON.parse(row?.value ?? 'null');
  };
  const edit = (who: Caller, name: string, value: unknown) =>
    who.post('/admin/config/edit', { id: getId(name), value });
  const requestChange = async (who: Caller, name: string, value: unknown): Promise<number> => {
    const asked = await who.post('/admin/config/ask', { id: getId(name), value });
    expect([asked.code, asked.msg]).toEqual([1, expect.any(String)]);
    return (await root.get('/admin/pending_change/index', { limit: '1' })).data.list[0].id;
  };
  const decideSetting = (who: Caller, name: string) => who.post('/admin/config/approve', { id: getId(name) });
  const decide = (who: Caller, what: string, id: number, more: object = {}) =>
    who.post(`/admin/pending_change/${what}`, { id, ...more });

  it('keep the rule and the group of their definition', async () => {
    const id = getId('ledger_second_money');
    for (const [name, value] of [
      ['extend', { min: '1', max: '2' }],
      ['rule', ['required']],
      ['group', 'basics'],
    ] as const) {
      const refused = await root.post('/admin/config/edit', { id, [name]: value });
      expect([name, refused.code, Object.keys(refused.data?.fields ?? {})]).toEqual([name, 0, [name]]);
    }
    expect((await root.post('/admin/config/edit', { id, weigh: 7 })).code).toBe(1);
  });

  it.each([
    ['ledger_second_money', 99_999_999],
    ['ledger_second_money', null],
    ['ledger_stepup_score', 99_999_999],
    ['captcha', 'never'],
    ['password_min_admin', 6],
    ['password_min_member', 6],
  ])('refuse that %s becomes %j by one admin alone, including super admins', async (name, value) => {
    const before = await valueOf(name);
    for (const who of [clerk, root]) {
      const refused = await edit(who, name, value);
      expect([refused.code, refused.data.secondPerson, Object.keys(refused.data.fields)]).toEqual([0, true, ['value']]);
      const bulk = await who.post('/admin/config/batchEdit', { ids: [getId(name)], set: { value } });
      expect(bulk.data?.ids ?? []).toEqual([]);
      const flat = await who.post('/admin/routine.config/edit', { [name]: value });
      expect([flat.code, Object.keys(flat.data.fields)]).toEqual([0, [name]]);
    }
    expect(await valueOf(name)).toEqual(before);
  });

  it('become stricter at once, and less strict again by undo or revert only with the approval of another admin', async () => {
    const before = await valueOf('password_min_admin');
    const saved = await edit(clerk, 'password_min_admin', 14);
    expect(saved.code).toBe(1);
    const undone = await clerk.post('/admin/history/undo', { cid: saved.data.cid });
    expect(undone.data).toMatchObject({ undone: 0 });
    const [entry] = (await root.get('/admin/config/history', { id: String(getId('password_min_admin')) })).data.list;
    const reverted = await clerk.post('/admin/config/revert', { id: getId('password_min_admin'), seq: entry.seq });
    expect(reverted.data).toMatchObject({ secondPerson: true });
    expect(await valueOf('password_min_admin')).toBe(14);
    expect((await decide(second, 'approve', await requestChange(clerk, 'password_min_admin', before))).code).toBe(1);
    expect(await valueOf('password_min_admin')).toEqual(before);
  });

  it('config/ask: a stricter value is saved at once, and the response says so', async () => {
    const [name, body] = ['password_min_admin', { id: getId('password_min_admin'), value: 16 }] as const;
    const before = await valueOf(name);
    const waiting = async () => (await root.get('/admin/pending_change/index')).data.total;
    const total = await waiting();
    const savedConfig = await clerk.post('/admin/config/ask', body);
    expect([savedConfig.code, savedConfig.msg, savedConfig.data.saved]).toEqual([1, 'Saved', true]);
    const { row } = (await root.get('/admin/config/edit', { id: String(body.id) })).data;
    expect([row.value, savedConfig.data.revision, savedConfig.data.row.value]).toEqual([16, row.revision, 16]);
    expect(await waiting()).toBe(total);
    const [logged] = (await root.get('/admin/admin_log/index', { limit: '1' })).data.list;
    expect(logged.title).not.toContain('Request approval');
    const asked = await clerk.post('/admin/config/ask', { ...body, value: before });
    expect([asked.code, asked.msg, asked.data.saved]).toEqual([1, 'Approval requested.', undefined]);
    const approved = await decideSetting(second, name);
    expect([approved.code, approved.msg, await valueOf(name)]).toEqual([1, 'Approved. The change was made.', before]);
  });

  it('require the password again after five minutes, stricter or not', async () => {
    testServer.advanceClock(301_000);
    const late = await edit(clerk, 'captcha', 'always');
    expect([late.status, late.data.stepUp]).toEqual([403, true]);
    const currency = await edit(root, 'currency', 'USD');
    expect([currency.status, currency.data.stepUp]).toEqual([403, true]);
    testServer.advanceClock(-301_000);
  });

  it('approve: once, by another admin with the permission, with notices and a security event', async () => {
    const id = await requestChange(clerk, 'captcha', 'never');
    expect(await valueOf('captcha')).toBe('adaptive');
    expect((await clerk.post('/admin/config/ask', { id: getId('captcha'), value: 'never' })).code).toBe(0);
    expect((await decide(clerk, 'approve', id)).code).toBe(403);
    const own = await requestChange(second, 'ledger_second_score', 99_999_999);
    expect([(await decide(second, 'approve', own)).code, await valueOf('captcha')]).toEqual([0, 'adaptive']);
    expect((await decide(second, 'withdraw', own)).code).toBe(1);
    const notified = (await second.get('/admin/notice/index')).data.list[0];
    expect(notified).toMatchObject({ title: 'change_asked', params: { title: 'captcha' } });
    const responses = await Promise.all([decide(second, 'approve', id), decide(root, 'approve', id)]);
    expect(responses.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(await valueOf('captcha')).toBe('never');
    expect((await clerk.get('/admin/notice/index')).data.list[0].title).toBe('change_approved');
    const [event] = await testServer.services.db.rows<{ kind: string; detail: string }>(
      'SELECT kind, detail FROM `security_event` ORDER BY id DESC LIMIT 1',
    );
    expect(event?.kind).toBe('protected_setting');
    expect(JSON.parse(event?.detail ?? '{}')).toMatchObject({ name: 'captcha', after: 'never', way: 'approved' });
    const log = (await root.get('/admin/admin_log/index', { limit: '20' })).text;
    expect(log).toContain('Request approval of a change');
    expect(log).toContain('Approve');
  });

  it('refuse, withdraw and a stale request change nothing', async () => {
    const before = await valueOf('ledger_second_money');
    const refused = await requestChange(clerk, 'ledger_second_money', null);
    expect((await decide(second, 'refuse', refused, { memo: 'Cancel' })).code).toBe(1);
    expect((await clerk.get('/admin/notice/index')).data.list[0]).toMatchObject({
      title: 'change_refused',
      params: { memo: 'Cancel' },
    });
    expect((await decide(second, 'approve', refused)).code).toBe(0);
    const overtaken = await requestChange(clerk, 'ledger_second_money', null);
    expect((await edit(clerk, 'ledger_second_money', 10)).code).toBe(1);
    expect((await decide(second, 'approve', overtaken)).code).toBe(0);
    expect(await valueOf('ledger_second_money')).toBe(10);
    expect((await decide(clerk, 'withdraw', overtaken)).code).toBe(1);
    expect((await decide(second, 'approve', await requestChange(clerk, 'ledger_second_money', before))).code).toBe(1);
  });

  it('config/approve: a withdrawal during the approval is refused, or nothing changes', async () => {
    const before = await valueOf('ledger_second_money');
    const id = await requestChange(clerk, 'ledger_second_money', null);
    const withdrawal = interleaving.after(/^SELECT \* FROM `pending_change` WHERE(?!.*FOR UPDATE)/, () =>
      decide(clerk, 'withdraw', id),
    );
    const approved = await decideSetting(second, 'ledger_second_money');
    const withdrawn = await withdrawal;
    expect([approved.code, withdrawn.code].sort()).toEqual([0, 1]);
    const { row } = (await root.get('/admin/pending_change/edit', { id: String(id) })).data;
    const isApproved = approved.code === 1;
    expect([row.status, await valueOf('ledger_second_money')]).toEqual(isApproved ? [1, null] : [3, before]);
  });

  it('include the second factor that a role group requires, by its switch and by another parent', async () => {
    const add = async (more: Readonly<Record<string, unknown>>) =>
      (await root.post('/admin/admin_group/add', { rules: ['news/index'], ...more })).data.id as number;
    const strict = await add({ name: 'Strict', require_second_factor: 1 });
    const loose = await add({ name: 'Loose' });
    const below = await add({ name: 'Below', pid: strict });
    const off = { id: strict, require_second_factor: 0 };
    expect((await root.post('/admin/admin_group/edit', off)).data).toMatchObject({ secondPerson: true });
    expect((await root.post('/admin/admin_group/edit', { id: below, pid: loose })).data).toMatchObject({
      secondPerson: true,
    });
    expect((await root.post('/admin/admin_group/ask', off)).code).toBe(1);
    const [{ id }] = (await root.get('/admin/pending_change/index', { limit: '1' })).data.list;
    expect((await decide(root, 'approve', id)).code).toBe(0);
    expect((await decide(second, 'approve', id)).code).toBe(1);
    const [row] = await testServer.services.db.rows<{ on: number }>(
      'SELECT require_second_factor AS `on` FROM `admin_group` WHERE id = ?',
      [strict],
    );
    expect(Number(row?.on)).toBe(0);
  });

  it('include another parent of a role group, requested and approved', async () => {
    const add = async (more: Readonly<Record<string, unknown>>) =>
      (await root.post('/admin/admin_group/add', { rules: ['news/index'], ...more })).data.id as number;
    const strict = await add({ name: 'Strict parent', require_second_factor: 1 });
    const below = await add({ name: 'Moved group', pid: strict });
    const groupChange = { id: below, pid: null, require_second_factor: 0 };
    expect((await root.post('/admin/admin_group/ask', groupChange)).code).toBe(400);
    expect((await root.post('/admin/admin_group/ask', { id: below, pid: null })).code).toBe(1);
    const [waiting] = (await root.get('/admin/pending_change/index', { limit: '1' })).data.list;
    expect(waiting).toMatchObject({ name: 'Moved group', field: 'pid', before: strict, after: null });
    expect((await decide(second, 'approve', waiting.id)).code).toBe(1);
    const [row] = await testServer.services.db.rows<{ pid: number | null }>(
      'SELECT pid FROM `admin_group` WHERE id = ?',
      [below],
    );
    expect(row?.pid ?? null).toBeNull();
  });

  it('include an admin who leaves the last role group that requires a second factor', async () => {
    const add = async (more: Readonly<Record<string, unknown>>) =>
      (await root.post('/admin/admin_group/add', { rules: ['news/index'], ...more })).data.id as number;
    const strict = await add({ name: 'Strict members', require_second_factor: 1 });
    const below = await add({ name: 'Below strict', pid: strict });
    const plain = await add({ name: 'Plain members' });
    const loadGroups = async (id: number): Promise<unknown> => {
      const [row] = await testServer.services.db.rows<{ group_arr: string }>(
        'SELECT group_arr FROM `admin` WHERE id = ?',
        [id],
      );
      return JSON.parse(row?.group_arr ?? 'null');
    };
    const account = { username: 'strictly', nickname: 'Strictly', password: 'strict-horse-12' };
    const { id } = (await root.post('/admin/admin/add', { ...account, group_arr: [strict, plain] })).data;
    const move = (groups: readonly number[]) => root.post('/admin/admin/edit', { id, group_arr: groups });
    expect((await move([below])).code).toBe(1); // Still required.
    const refused = await move([plain]);
    expect([refused.code, refused.data.secondPerson, Object.keys(refused.data.fields)]).toEqual([
      0,
      true,
      ['group_arr'],
    ]);
    expect(await loadGroups(id)).toEqual([below]);
    expect((await root.post('/admin/admin/ask', { id, group_arr: [plain] })).code).toBe(1);
    const [waiting] = (await root.get('/admin/pending_change/index', { limit: '1' })).data.list;
    expect(waiting).toMatchObject({ subject: 'admin', name: 'strictly', before: [below], after: [plain] });
    expect((await decide(second, 'approve', waiting.id)).code).toBe(1);
    expect(await loadGroups(id)).toEqual([plain]);
    expect((await move([strict])).code).toBe(1); // Stricter: applies at once.
  });

  it('an admin cannot approve a change of their own groups', async () => {
    const add = async (more: Readonly<Record<string, unknown>>) =>
      (await root.post('/admin/admin_group/add', more)).data.id as number;
    const rules = ['pending_change/index', 'config/approve'];
    const [strict, plain] = [
      await add({ name: 'Strict approvers', rules, require_second_factor: 1 }),
      await add({ name: 'Plain approvers', rules }),
    ];
    const own = await limitedAdmin(testServer, rules, 'all');
    expect((await root.post('/admin/admin/edit', { id: own.id, group_arr: [plain, strict] })).code).toBe(1);
    expect((await root.post('/admin/admin/ask', { id: own.id, group_arr: [plain] })).code).toBe(1);
    const waiting = async (): Promise<number> =>
      (await root.get('/admin/pending_change/index', { limit: '1' })).data.list[0].id;
    const id = await waiting();
    // Without the requirement the admin reaches the approval with the password only.
    expect((await root.post('/admin/admin_group/ask', { id: strict, require_second_factor: 0 })).code).toBe(1);
    expect((await decide(second, 'approve', await waiting())).code).toBe(1);
    const denied = await decide(own, 'approve', id);
    expect([denied.code, denied.msg]).toEqual([0, 'You can’t approve or reject your own change. Another admin must.']);
    expect((await decide(root, 'withdraw', id)).code).toBe(1);
    await root.post('/admin/admin/edit', { id: own.id, status: 0 });
  });

  it('protected settings are changed by the only possible approver, with a security event', async () => {
    for (const who of [clerk, second]) await root.post('/admin/admin/edit', { id: who.id, status: 0 });
    testServer.advanceClock(73 * 3_600_000);
    root = await superAdmin(testServer);
    expect((await edit(root, 'password_min_member', 6)).code).toBe(1);
    const [event] = await testServer.services.db.rows<{ detail: string }>(
      "SELECT detail FROM `security_event` WHERE kind = 'protected_setting' ORDER BY id DESC LIMIT 1",
    );
    expect(JSON.parse(event?.detail ?? '{}')).toMatchObject({ name: 'password_min_member', way: 'alone' });
  });
});

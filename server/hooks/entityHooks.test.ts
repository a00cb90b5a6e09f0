/** Hooks of single entities: transitions, routes, secrets, purchases and cases. */
import { beforeAll, expect, it } from '@jest/globals';
import { entities } from '../../common/entities/index';
import { createRegistry } from '../../common/entity/registry';
import { describeOnEachDatabase } from '../testing/database/testDatabase';
import {
  catchFault,
  standardPermissions,
  openEngineHarness,
  createStaffActor,
  superAdminActor,
  type EngineHarness,
} from '../testing/engineHarness';
import { createPicture } from '../testing/createPicture';

describeOnEachDatabase('entity hooks', (database) => {
  let engine: EngineHarness;
  const admin = superAdminActor(1);
  const id: Record<string, number> = {};
  const add = async (name: string, values: Readonly<Record<string, unknown>>, as = engine.as(admin)) =>
    (await engine.writer.create(as, engine.entity(name), values)).row;
  const edit = async (name: string, body: { id: number } & Readonly<Record<string, unknown>>, as = engine.as(admin)) =>
    (await engine.writer.update(as, engine.entity(name), body)).row;
  const refused = async (act: Promise<unknown>) => {
    const { code, fields } = await catchFault(act);
    return [code, ...(fields ?? []).map((issue) => `${issue.path} ${issue.code}`)];
  };

  beforeAll(async () => {
    engine = await openEngineHarness(database, createRegistry(entities));
    // The actors of the tests: leads and trial requests refer to them.
    await engine.services.db.transact((tx) =>
      tx.runMany(
        "INSERT INTO `admin` (id, username, username_n, nickname, group_arr, password) VALUES (?, ?, ?, 'Clerk', '[]', '')",
        [1, 7, 8].map((one) => [one, `clerk_${one}`, `clerk_${one}`]),
      ),
    );
    id['company'] = Number((await add('enterprise', { name: 'Harbour Works' }))['id']);
    id['category'] = Number(
      (await add('plugin_category', { title: 'Data', image: await createPicture(engine, '/storage/a.webp') }))['id'],
    );
    id['plugin'] = Number((await add('plugin', { title: 'Maps', name: 'maps', cate_id: id['category'] }))['id']);
  });

  // @case T4.08
  it('lead: status moves forward freely, and back only with the permission to reopen', async () => {
    const newRow = { name: 'Ann', mobile: '13800138000', content: 'Hello', handle_status: 2 };
    const lead = await add('lead', newRow);
    expect(lead['handle_status']).toBe(0);
    const one = Number(lead['id']);
    const clerk = engine.as(createStaffActor(7, [...standardPermissions('lead'), 'lead/see_restricted']));
    expect((await edit('lead', { id: one, handle_status: 1 }, clerk))['handle_status']).toBe(1);
    expect(await refused(edit('lead', { id: one, handle_status: 0 }, clerk))).toEqual(['access.denied']);
    expect((await edit('lead', { id: one, handle_status: 2 }, clerk))['handle_status']).toBe(2);
    expect(await refused(edit('lead', { id: one, handle_status: 1 }, clerk))).toEqual(['access.denied']);
    const chief = engine.as(createStaffActor(8, [...standardPermissions('lead'), 'lead/reopen']));
    expect(await refused(edit('lead', { id: one, handle_status: 0 }, chief))).toEqual([
      'row.move',
      'handle_status move',
    ]);
    expect((await edit('lead', { id: one, handle_status: 1 }, chief))['handle_status']).toBe(1);
    const changes = await engine.services.db.rows<{ actor: string }>(
      "SELECT actor FROM record_history WHERE ent = 'lead' AND eid = ? ORDER BY seq",
      [one],
    );
    expect(changes.map(({ actor }) => actor)).toEqual(['admin:1', 'admin:7', 'admin:7', 'admin:8']);
  });

  it('lead: may skip from received to completed, and accepts only the five company sizes', async () => {
    const lead = await add('lead', { name: 'Bo', mobile: '13800138001', content: 'Hi', headcount: 5 });
    expect((await edit('lead', { id: Number(lead['id']), handle_status: 2 }))['handle_status']).toBe(2);
    const wrong = { name: 'Cy', mobile: '13800138002', content: 'Hi', headcount: 6 };
    expect(await refused(add('lead', wrong))).toEqual(['row.invalid', 'headcount choice']);
  });

  // @case T4.08
  it('trial_request: success counts as a purchase, and only a super admin takes it back', async () => {
    const bought = async () =>
      Number(
        (await engine.services.db.rows<{ num: number }>('SELECT num FROM plugin WHERE id = ?', [id['plugin'] ?? 0]))[0]
          ?.num,
      );
    const newRow = { company: 'Nolan', full_name: 'P Nolan', phone: '+442071239901', plugin_ids: [id['plugin']] };
    const one = Number((await add('trial_request', newRow))['id']);
    const clerk = engine.as(createStaffActor(7, standardPermissions('trial_request')));
    await edit('trial_request', { id: one, is_handle: 1 }, clerk);
    expect(await bought()).toBe(1);
    for (const handled of [0, 2])
      expect(await refused(edit('trial_request', { id: one, is_handle: handled }, clerk))).toEqual(['access.denied']);
    await edit('trial_request', { id: one, is_handle: 2 });
    expect(await bought()).toBe(0);
    expect((await edit('plugin', { id: id['plugin'] ?? 0, num: 99, title: 'Maps 2' }))['num']).toBe(0);
  });

  // @case T3.03
  it('app: gets key and secret on creation, and only the system changes them', async () => {
    const app = await add('app', {
      title: 'Desk',
      name: 'Desk',
      company_id: id['company'],
      key: 'mine',
      running_status: 2,
    });
    expect(app).toMatchObject({ running_status: 0, implement_status: 0 });
    expect(app['key']).toMatch(/^app_[0-9a-f]{18}$/);
    const one = Number(app['id']);
    const from = async () =>
      (await engine.services.db.rows<{ secret: string }>('SELECT secret FROM `app` WHERE id = ?', [one]))[0]?.secret ??
      '';
    const first = await from();
    const after = (await engine.writer.runAction(engine.as(admin), engine.entity('app'), one, 'reset_secret', {})).row;
    expect([after['key'], after['shown_time'], (await from()) === first]).toEqual([app['key'], null, false]);
    expect([app, after].some((row) => 'secret' in row)).toBe(false);
    expect((await edit('app', { id: one, running_status: 1, implement_status: 1 }))['running_status']).toBe(0);
    expect(await refused(edit('app', { id: one, implement_status: 0 }))).toContain('row.move');
    const blind = engine.as(createStaffActor(7, standardPermissions('app')));
    expect(await edit('app', { id: one, title: 'Desk 2' }, blind)).not.toHaveProperty('secret');
    id['app'] = one;
  });

  it('app_business: entries stay in groups of their own app, and publishing has its own permission', async () => {
    const group = await add('app_business', { app_id: id['app'], title: 'Work', is_group: 1 });
    expect(group).toMatchObject({ company_id: id['company'], publish_status: 0 });
    const other = await add('app', { title: 'Other', name: 'Other', company_id: id['company'] });
    const entry = { app_id: id['app'], title: 'Today', pid: group['id'] };
    const form = await add('app_business', entry);
    expect(await refused(add('app_business', { ...entry, pid: form['id'] }))).toEqual(['row.invalid', 'pid choice']);
    expect(await refused(add('app_business', { ...entry, app_id: other['id'] }))).toContain('pid choice');
    const clerk = engine.as(createStaffActor(7, standardPermissions('app_business')));
    const publish = { id: Number(form['id']), publish_status: 1 };
    expect(await refused(edit('app_business', publish, clerk))).toEqual(['access.denied']);
    const editor = engine.as(createStaffActor(7, [...standardPermissions('app_business'), 'app_business/publish']));
    expect((await edit('app_business', publish, editor))['publish_status']).toBe(1);
  });

  it('interfaces: going online opens a route, and going offline closes it', async () => {
    const newRow = { plugin_id: id['plugin'], version: '1.0.0' };
    const version = await add('plugin_version', newRow);
    expect(await refused(add('plugin_version', newRow))).toEqual(['row.duplicate', 'version taken']);
    const api = { plugin_version_id: version['id'], name: 'List', url: '/maps/list' };
    const [one, two] = [await add('plugin_version_api', api), await add('plugin_version_api', api)];
    expect(one).toMatchObject({ plugin_id: id['plugin'], route_status: 0, route_id: null });
    const open = await edit('plugin_version_api', { id: Number(one['id']), route_status: 1, route_id: 'mine' });
    expect(open['route_id']).toMatch(/^route_[0-9a-f]{16}$/);
    const rival = edit('plugin_version_api', { id: Number(two['id']), route_status: 1 });
    expect(await refused(rival)).toEqual(['row.duplicate', 'url taken']);
    const shut = await edit('plugin_version_api', { id: Number(one['id']), route_status: 0, status: 0 });
    expect(shut).toMatchObject({ route_status: 0, route_id: null });
    const refusal = await catchFault(edit('plugin_version_api', { id: Number(one['id']), route_status: 1 }));
    expect([refusal.code, refusal.params]).toEqual(['row.move', { from: 'Offline', to: 'Online' }]);
    expect((await edit('plugin_version_api', { id: Number(two['id']), route_status: 1 }))['route_status']).toBe(1);
  });

  it('interfaces: one that was disabled or offline has the same route when it is back', async () => {
    const version = await add('plugin_version', { plugin_id: id['plugin'], version: '1.1.0' });
    const made = await add('plugin_version_api', { plugin_version_id: version['id'], name: 'List', url: '/maps/list' });
    const change = (changes: object) => edit('plugin_version_api', { id: Number(made['id']), ...changes });
    const { route_id } = await change({ route_status: 1 });
    expect(await change({ status: 0 })).toMatchObject({ status: 0, route_status: 1, route_id });
    expect(await change({ status: 1 })).toMatchObject({ status: 1, route_status: 1, route_id });
    expect(await change({ route_status: 0 })).toMatchObject({ route_status: 0, route_id: null });
    expect(await change({ route_status: 1 })).toMatchObject({ route_status: 1, route_id });
  });

  it('news_case: belongs to one article of type case news', async () => {
    const [plain, story] = [
      await add('article', { title: 'Plain', content: '<p>a</p>', type: 2, views_num: 500 }),
      await add('article', { title: 'Story', content: '<p>b</p>', type: 1 }),
    ];
    expect(plain).toMatchObject({ views_num: 0, admin_id: 1 });
    const facts = { company_user: 'Emma Clarke' };
    expect(await refused(add('news_case', { ...facts, news_id: plain['id'] }))).toEqual([
      'row.invalid',
      'news_id choice',
    ]);
    await add('news_case', { ...facts, news_id: story['id'] });
    expect(await refused(add('news_case', { ...facts, news_id: story['id'] }))).toEqual([
      'row.duplicate',
      'news_id taken',
    ]);
    expect(await refused(edit('article', { id: Number(story['id']), type: 2 }))).toEqual([
      'row.invalid',
      'type choice',
    ]);
  });

  it('category: requires an image or an icon on create and on update', async () => {
    expect(await refused(add('plugin_category', { title: 'Bare' }))).toEqual([
      ...['row.invalid', 'image either', 'icon_id either'],
    ]);
    const bare = edit('plugin_category', { id: id['category'] ?? 0, image: '' });
    expect(await refused(bare)).toEqual(['row.invalid', 'image either', 'icon_id either']);
  });

  it('add: the server creates codes and hashes, and ignores sent ones', async () => {
    const code = await add('activation_code', { code: 'EASY', num: 3, use_status: 2, score: 5 });
    expect(code).toMatchObject({ num: 3, use_status: 1 });
    expect(code['code']).toMatch(/^[2-9A-HJ-NP-Z]{4}$/);
    const api = { api_class: 'Order/create', info: 'Create', hash: 'mine' };
    expect((await add('api_definition', api))['hash']).toMatch(/^[0-9a-f]{13}$/);
    const hidden = await add('api_definition', { ...api, hash_type: 2 });
    expect(hidden['hash']).toMatch(/^[0-9a-f]{40}$/);
    const edited = async (values: object) =>
      (await edit('api_definition', { id: Number(hidden['id']), ...values }))['hash'];
    expect(await edited({ info: 'Changed' })).toBe(hidden['hash']);
    expect(await edited({ hash_type: 1 })).toMatch(/^[0-9a-f]{13}$/);
    expect(await edited({ hash_type: 2 })).toMatch(/^[0-9a-f]{40}$/);
  });
});

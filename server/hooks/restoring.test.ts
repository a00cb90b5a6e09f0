/** Restored rows are checked like new rows and keep their stored values (T3.02, T5.09). */
import { beforeAll, expect, it } from '@jest/globals';
import { entities } from '../../common/entities/index';
import { createRegistry } from '../../common/entity/registry';
import type { WireRow } from '../../common/entity/projectRow';
import { describeOnEachDatabase } from '../testing/database/testDatabase';
import { catchFault, openEngineHarness, superAdminActor, type EngineHarness } from '../testing/engineHarness';
import { createPicture } from '../testing/createPicture';

describeOnEachDatabase('restored rows', (database) => {
  let engine: EngineHarness;
  const admin = superAdminActor(99);
  const as = () => engine.as(admin);
  const add = async (name: string, values: Readonly<Record<string, unknown>>): Promise<number> =>
    (await engine.writer.create(as(), engine.entity(name), values)).id;
  const edit = (name: string, id: number, change: Readonly<Record<string, unknown>>) =>
    engine.writer.update(as(), engine.entity(name), { id, ...change });
  const remove = (name: string, ...ids: number[]) => engine.writer.remove(as(), engine.entity(name), ids);
  const restore = (name: string, ...ids: number[]) => engine.writer.restore(as(), engine.entity(name), ids);
  const read = async (name: string, id: number): Promise<WireRow> =>
    (await engine.reader.get(as(), engine.entity(name), id)).row;
  const refused = async (act: Promise<unknown>) => {
    const { code, fields } = await catchFault(act);
    return [code, ...(fields ?? []).map((issue) => `${issue.path} ${issue.code}`)];
  };
  const id: Record<string, number> = {};
  const getId = (name: string): number => id[name] ?? 0;

  beforeAll(async () => {
    engine = await openEngineHarness(database, createRegistry(entities));
    // A code refers to the admin who makes it.
    await engine.services.db.transact((tx) =>
      tx.run(
        "INSERT INTO `admin` (id, username, username_n, nickname, group_arr, password) VALUES (?, 'boss', 'boss', 'Boss', '[]', '')",
        [admin.id],
      ),
    );
    id['ours'] = await add('enterprise', { name: 'Ours' });
    id['theirs'] = await add('enterprise', { name: 'Theirs' });
    id['app'] = await add('app', { title: 'Desk', name: 'Desk', company_id: id['ours'] });
    const category = await add('plugin_category', {
      title: 'Data',
      image: await createPicture(engine, '/storage/a.webp'),
    });
    id['plugin'] = await add('plugin', { title: 'Maps', name: 'maps', cate_id: category });
  });

  it('restore: the row gets the company that its app has now', async () => {
    const [one, two] = [
      await add('app_business', { app_id: id['app'], title: 'One' }),
      await add('app_business', { app_id: id['app'], title: 'Two' }),
    ];
    await remove('app_business', one, two);
    await edit('app', getId('app'), { company_id: id['theirs'] });
    await restore('app_business', one);
    expect(await read('app_business', one)).toMatchObject({ company_id: id['theirs'] });
    await restore('app_business', two);
    await edit('app', getId('app'), { company_id: id['ours'] });
    for (const entry of [one, two])
      expect(await read('app_business', entry)).toMatchObject({ company_id: id['ours'], delete_time: null });
  });

  it('restore: refused unless the parent is a group of the same app', async () => {
    const group = await add('app_business', { app_id: id['app'], title: 'Group', is_group: 1 });
    const child = await add('app_business', { app_id: id['app'], title: 'Child', pid: group });
    await remove('app_business', child);
    await edit('app_business', group, { is_group: 0 });
    expect(await refused(restore('app_business', child))).toEqual(['row.invalid', 'pid choice']);
    await remove('app_business', group);
    expect(await refused(restore('app_business', child))).toEqual(['row.invalid', 'pid removed_row']);
    const refusal = await catchFault(restore('app_business', group, child));
    expect([refusal.fields?.[0], refusal.data]).toEqual([
      { path: 'pid', code: 'choice' },
      { row: { id: child, title: 'Child' } },
    ]);
    expect(await refused(engine.reader.get(as(), engine.entity('app_business'), group))).toEqual(['row.missing']);
    await restore('app_business', group);
    await edit('app_business', group, { is_group: 1 });
    await restore('app_business', child);
    await remove('app_business', group, child);
    await restore('app_business', child, group);
    expect(await read('app_business', child)).toMatchObject({ pid: group });
  });

  it('restore: refused when the version is taken, also by a row of the same request', async () => {
    const newRow = { plugin_id: id['plugin'], version: '9.9.9' };
    const first = await add('plugin_version', newRow);
    await remove('plugin_version', first);
    const second = await add('plugin_version', newRow);
    expect(await refused(restore('plugin_version', first))).toEqual(['row.duplicate', 'version taken']);
    await remove('plugin_version', second);
    const { fields, data } = await catchFault(restore('plugin_version', first, second));
    expect([fields, data]).toEqual([[{ path: 'version', code: 'taken' }], { row: { id: second, title: '9.9.9' } }]);
    await restore('plugin_version', second);
    expect(await refused(restore('plugin_version', first))).toEqual(['row.duplicate', 'version taken']);
  });

  it('restore: an online interface keeps its route, and is refused when another one took it', async () => {
    const version = await add('plugin_version', { plugin_id: id['plugin'], version: '2.0.0' });
    const newRow = { plugin_version_id: version, name: 'List', url: '/maps/list' };
    const [one, two] = [await add('plugin_version_api', newRow), await add('plugin_version_api', newRow)];
    const online = (await edit('plugin_version_api', one, { route_status: 1 })).row['route_id'];
    await remove('plugin_version_api', one);
    await edit('plugin_version_api', two, { route_status: 1 });
    expect(await refused(restore('plugin_version_api', one))).toEqual(['row.duplicate', 'url taken']);
    await edit('plugin_version_api', two, { route_status: 0 });
    await restore('plugin_version_api', one);
    expect(await read('plugin_version_api', one)).toMatchObject({ route_status: 1, route_id: online });
  });

  it('restore: a case is refused unless its article is case news', async () => {
    const story = await add('article', { title: 'Story', content: '<p>b</p>', type: 1 });
    const caseId = await add('news_case', { company_user: 'Emma Clarke', news_id: story });
    await remove('news_case', caseId);
    await edit('article', story, { type: 2 });
    expect(await refused(restore('news_case', caseId))).toEqual(['row.invalid', 'news_id choice']);
    await edit('article', story, { type: 1 });
    await restore('news_case', caseId);
    expect(await read('news_case', caseId)).toMatchObject({ news_id: story });
  });

  it('restore: checked by the constraints of the definitions, also for rows stored earlier', async () => {
    const lateChild = await add('hardware', { name: 'Printer' });
    await remove('hardware', lateChild);
    const write = (name: string) =>
      engine.services.db.transact((tx) => tx.run('UPDATE hardware SET name = ? WHERE id = ?', [name, lateChild]));
    await write('');
    expect(await refused(restore('hardware', lateChild))).toEqual(['row.invalid', 'name required']);
    await write('Printer');
    await restore('hardware', lateChild);
    expect((await read('hardware', lateChild))['name']).toBe('Printer');
  });

  it('restore: keys, codes, hashes, salts, passwords and values stay the same', async () => {
    const later = Math.floor(Date.now() / 1000) + 86_400;
    const group = await add('admin_group', { name: 'Desk', rules: ['news/index'] });
    const person = { username: 'ann_back', nickname: 'Ann', password: 'Pa55-word', group_arr: [group] };
    const made: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['app', { title: 'Kept', name: 'Kept', company_id: id['ours'] }],
      ['api_definition', { api_class: 'maps/list', info: 'List', plugin_id: id['plugin'] }],
      ['activation_code', { num: 3, score: 5, expire_time: later }],
      ['api_token', { name: 'Robot', scopes: ['news/index'], expire_time: later }],
      ['wall_screen', { name: 'Hall', expire_time: later }],
      ['user', { username: 'ben_back', nickname: 'Ben', password: 'Pa55-word' }],
      ['admin', person],
      ['config', { name: 'own_item', title: 'Own', group: 'basics', type: 'string', value: 'x' }],
      ['config', { name: 'empty_item', title: 'Own', group: 'basics', type: 'string', rule: ['required'] }],
    ];
    for (const [name, newRow] of made) {
      const one = await add(name, newRow);
      const stored = async () => {
        const [row] = await engine.services.db.rows<Record<string, unknown>>(`SELECT * FROM \`${name}\` WHERE id = ?`, [
          one,
        ]);
        const { revision: _revision, update_time: _time, ...rest } = row ?? {};
        return rest;
      };
      const before = await stored();
      await remove(name, one);
      await restore(name, one);
      // A restored admin stays disabled until another admin enables it.
      expect([name, await stored()]).toEqual([name, name === 'admin' ? { ...before, status: 0 } : before]);
    }
  });

  it('app edit: refused when entries would stay in the tree of another app', async () => {
    const other = await add('app', { title: 'Other', name: 'Other', company_id: id['theirs'] });
    const group = await add('app_business', { app_id: id['app'], title: 'Work', is_group: 1 });
    const child = await add('app_business', { app_id: id['app'], title: 'Today', pid: group });
    expect(await refused(edit('app_business', group, { app_id: other }))).toEqual([
      'row.invalid',
      'app_id has_children',
    ]);
    expect(await refused(edit('app_business', group, { is_group: 0 }))).toEqual([
      'row.invalid',
      'is_group has_children',
    ]);
    await edit('app_business', group, { title: 'Working', is_group: 1, app_id: id['app'] });
    await remove('app_business', child);
    await edit('app_business', group, { app_id: other });
    expect(await read('app_business', group)).toMatchObject({ app_id: other, company_id: id['theirs'] });
    expect(await refused(restore('app_business', child))).toEqual(['row.invalid', 'pid choice']);
  });

  it('concurrent writes: entries follow the move of their app, and a group with a new entry keeps its type', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const [from, to] = turn % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours'];
      const app = await add('app', { title: 'Race', name: 'Race', company_id: id[from] });
      const group = await add('app_business', { app_id: app, title: 'Group', is_group: 1 });
      await Promise.allSettled([
        add('app_business', { app_id: app, title: 'Early' }),
        edit('app', app, { company_id: id[to] }),
        add('app_business', { app_id: app, title: 'Child', pid: group }),
        edit('app_business', group, { is_group: 0 }),
        add('app_business', { app_id: app, title: 'Late' }),
      ]);
      const rows = await engine.services.db.rows<{ company_id: number; pid: number | null; is_group: number }>(
        'SELECT company_id, pid, is_group FROM app_business WHERE app_id = ?',
        [app],
      );
      const owner = (await read('app', app))['company_id'];
      expect(rows.map(({ company_id }) => Number(company_id))).toEqual(rows.map(() => owner));
      const isGroup = (await read('app_business', group))['is_group'];
      expect(rows.some(({ pid }) => pid !== null) && isGroup === 0).toBe(false);
    }
  });
});

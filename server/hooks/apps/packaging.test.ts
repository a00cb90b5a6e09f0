/** Packaging and routing of apps: the row is locked for people, and the system writes the columns that packaging and routing produce. */
import { beforeAll, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { bulkEdit } from '../../engine/write/bulkEdit';
import { syncAppUpstreams } from '../../modules/apps/syncAppUpstreams';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { catchFault, openEngineHarness, superAdminActor, type EngineHarness } from '../../testing/engineHarness';
import { createPicture } from '../../testing/createPicture';

interface Head {
  readonly last: number;
}
const STATUS = { connecting: 1, executing: 2, success: 3, failed: 4 } as const;

describeOnEachDatabase('packaging and routing', (database) => {
  let engine: EngineHarness;
  const admin = superAdminActor(1);
  const as = () => engine.as(admin);
  const add = async (name: string, values: Readonly<Record<string, unknown>>): Promise<number> =>
    (await engine.writer.create(as(), engine.entity(name), values)).id;
  const edit = (name: string, id: number, change: Readonly<Record<string, unknown>>) =>
    engine.writer.update(as(), engine.entity(name), { id, ...change });
  const appRow = async (id: number) => (await engine.reader.get(as(), engine.entity('app'), id)).row;
  let company = 0;
  const newApp = (title: string) => add('app', { title, name: 'Packed', company_id: company });

  const head = async () => (await engine.services.db.rows<Head>('SELECT last FROM change_head'))[0] as Head;

  let tasks = 0;
  const task = async (app: number) => {
    tasks += 1;
    const newRow = { uuid: `pack-${tasks}`, command: 'app.package', args: { id: String(app) } };
    const { id } = await engine.writer.create(engine.as(), engine.entity('terminal_task'), newRow);
    return (...states: (keyof typeof STATUS)[]) =>
      states.reduce<Promise<unknown>>(
        (before, state) =>
          before.then(() =>
            engine.writer.update(engine.as(), engine.entity('terminal_task'), { id, status: STATUS[state] }),
          ),
        Promise.resolve(),
      );
  };

  beforeAll(async () => {
    engine = await openEngineHarness(database, createRegistry(entities));
    company = await add('enterprise', { name: 'Harbour Works' });
  });

  it('app: locked while it is packaged, except for the system', async () => {
    const [id, other] = [await newApp('Locked'), await newApp('Free')];
    const go = await task(id);
    await go('connecting');
    const before = await appRow(id);
    expect(before['running_status']).toBe(1);
    const app = engine.entity('app');
    for (const attempt of [
      edit('app', id, { title: 'Mine' }),
      edit('app', id, { title: 'Mine', revision: before['revision'], _base: { title: 'Locked' } }),
      engine.writer.remove(as(), app, [id]),
      engine.writer.runAction(as(), app, id, 'reset_secret', {}),
      engine.writer.reorder(as(), app, id, other),
    ])
      expect((await catchFault(attempt)).code).toBe('row.locked');
    expect(await appRow(id)).toEqual(before);
    await go('executing', 'failed');
    expect((await edit('app', id, { title: 'Mine' })).row).toMatchObject({ title: 'Mine', running_status: 3 });
  });

  it('app: address and start time are set only after a successful packaging', async () => {
    const id = await newApp('Facts');
    await (
      await task(id)
    )('connecting', 'executing', 'failed');
    expect(await appRow(id)).toMatchObject({ container_id: null, service_id: null, install_time: null });
    await (
      await task(id)
    )('connecting', 'executing', 'success');
    const first = await appRow(id);
    expect(first).toMatchObject({
      running_status: 2,
      container_name: `app-${id}`,
      container_id: `pack-${tasks}`,
      service_id: expect.stringMatching(/^service_[0-9a-f]{16}$/),
      upstream_id: null,
    });
    const [{ at }] = (await engine.services.db.rows<{ at: number }>('SELECT install_time AS at FROM app WHERE id = ?', [
      id,
    ])) as [{ at: number }];
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(120);
    await (
      await task(id)
    )('connecting', 'executing', 'success');
    const second = await appRow(id);
    expect([second['container_id'], second['service_id']]).toEqual([`pack-${tasks}`, first['service_id']]);
    expect((await edit('app', id, { service_id: 'mine', upstream_id: 'mine' })).ignored).toEqual([
      'service_id',
      'upstream_id',
    ]);
  });

  it('app: install time is set by the server and ignored when sent, by every route', async () => {
    const never = 1_000_000_000;
    const app = engine.entity('app');
    const newRow = { title: 'Backdated', name: 'Packed', company_id: company, install_time: never };
    const { id, row, ignored } = await engine.writer.create(as(), app, newRow);
    expect([row['install_time'], ignored]).toEqual([null, ['install_time']]);
    const imported = await engine.writer.createMany(engine.as(admin, { channel: 'import' }), app, [newRow, newRow]);
    expect(imported.rows.map((one) => [one.row['install_time'], one.ignored])).toEqual([
      [null, ['install_time']],
      [null, ['install_time']],
    ]);
    await (
      await task(id)
    )('connecting', 'executing', 'success');
    const { install_time: packed } = await appRow(id);
    expect(packed).not.toBeNull();
    for (const value of [never, null]) {
      const { ignored } = await edit('app', id, { install_time: value, _base: { install_time: packed } });
      const bulkResult = await bulkEdit(engine.writer, as(), app, { ids: [id], set: { install_time: value } });
      expect([ignored, bulkResult.ignored, bulkResult.ids]).toEqual([['install_time'], ['install_time'], []]);
    }
    expect((await appRow(id))['install_time']).toBe(packed);
  });

  it('app: has an upstream while one of its interfaces is online', async () => {
    const category = await add('plugin_category', {
      title: 'Data',
      image: await createPicture(engine, '/storage/a.webp'),
    });
    const plugin = await add('plugin', { title: 'Maps', name: 'maps', cate_id: category });
    const version = await add('plugin_version', { plugin_id: plugin, version: '1.0.0' });
    const api = await add('plugin_version_api', { plugin_version_id: version, name: 'List', url: '/list' });
    const [one, two] = [await newApp('One'), await newApp('Two')];
    const use = (url: string) =>
      add('app_plugin_version_api', {
        app_id: one,
        plugin_version_id: version,
        plugin_version_api_id: api,
        name: 'List',
        url,
      });
    const [first, second] = [await use('/a'), await use('/b')];
    const entityName = engine.entity('app_plugin_version_api');
    const route = (id: number, status: 0 | 1) => edit(entityName.name, id, { route_status: status });
    const upstream = async (id = one) => (await appRow(id))['upstream_id'];
    expect(await upstream()).toBeNull();
    await route(first, 1);
    const made = await upstream();
    expect(made).toMatch(/^upstream_[0-9a-f]{16}$/);
    await route(second, 1);
    await route(first, 0);
    expect(await upstream()).toBe(made);
    await engine.writer.remove(as(), entityName, [second]);
    expect(await upstream()).toBeNull();
    await engine.writer.restore(as(), entityName, [second]);
    const secondUpstream = await upstream();
    expect(secondUpstream).toMatch(/^upstream_/);
    await edit(entityName.name, second, { app_id: two });
    expect([await upstream(), await upstream(two)]).toEqual([null, expect.stringMatching(/^upstream_/)]);
    // A disabled interface keeps its route.
    await edit(entityName.name, second, { status: 0 });
    expect(await upstream(two)).not.toBeNull();
    await route(second, 0);
    expect(await upstream(two)).toBeNull();
    // Routes may change while the app is packaged.
    await (
      await task(one)
    )('connecting');
    await route(first, 1);
    expect(await appRow(one)).toMatchObject({ running_status: 1, upstream_id: expect.stringMatching(/^upstream_/) });
  });

  it('start: adds the upstream of apps whose interfaces were online in an earlier version', async () => {
    const [{ plugin_version_id: version, plugin_version_api_id: api }] = (await engine.services.db.rows(
      'SELECT plugin_version_id, plugin_version_api_id FROM app_plugin_version_api LIMIT 1',
    )) as [Readonly<Record<string, number>>];
    const [one, two, three] = [await newApp('Old'), await newApp('Silent'), await newApp('Right')];
    for (const [index, id] of [one, two, three].entries()) {
      const of = { app_id: id, plugin_version_id: version, plugin_version_api_id: api };
      const used = await add('app_plugin_version_api', { ...of, name: 'List', url: `/old/${index}` });
      await edit('app_plugin_version_api', used, { route_status: 1 });
    }
    const right = (await appRow(three))['upstream_id'];
    // As an earlier version stored them.
    await engine.services.db.transact(async (tx) => {
      await tx.run('UPDATE app SET upstream_id = NULL WHERE id = ?', [one]);
      await tx.run('UPDATE app_plugin_version_api SET route_status = 0, route_id = NULL WHERE app_id = ?', [two]);
    });
    const [{ revision }, { last: before }] = [await appRow(one), await head()] as [{ revision: number }, Head];
    const starts = await Promise.all([
      syncAppUpstreams(engine.services, engine.writer),
      syncAppUpstreams(engine.services, engine.writer),
    ]);
    expect(Math.max(...starts)).toBe(2);
    const after = await appRow(one);
    expect(after).toMatchObject({
      upstream_id: expect.stringMatching(/^upstream_[0-9a-f]{16}$/),
      revision: revision + 1,
    });
    expect([(await appRow(two))['upstream_id'], (await appRow(three))['upstream_id']]).toEqual([null, right]);
    const changes = (await engine.log(before)).map(({ entityName, rowId, actor }) => [entityName, rowId, actor]);
    expect(changes).toEqual([
      ['app', one, 'system'],
      ['app', two, 'system'],
    ]);
    expect(await syncAppUpstreams(engine.services, engine.writer)).toBe(0);
    expect((await head()).last).toBe(before + 2);
  });
});

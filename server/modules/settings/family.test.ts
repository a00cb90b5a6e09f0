/** The configuration as the product family's clients speak of it, and what the owner hears by mail. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET_MASK } from '../../../common/entities/siteItem';
import { LIMITS } from '../../../common/limits';
import { guest, limitedAdmin, superAdmin, type Caller } from '../../testing/actors';
import { systemCtx } from '../../platform/systemCtx';
import { put } from '../../testing/settings';
import { databases, startWorld, type World } from '../../testing/world';

describe.each(databases())('settings in the older dialect on %s', (database) => {
  let world: World;
  let root: Caller;
  beforeAll(async () => {
    world = await startWorld({ database });
    root = await superAdmin(world);
  });
  afterAll(() => world.end());
  const index = async () => (await root.get('/admin/routine.config/index')).data;

  it('come by their groups, with the quick entrances, and no secret', async () => {
    await root.post('/admin/config/seal', { id: await idOf('smtp_pass'), value: 'never-to-be-shown' });
    const { list, configGroup, quickEntrance, remark } = await index();
    expect([Object.keys(configGroup).slice(0, 2), configGroup.mail, remark]).toEqual([
      ['basics', 'member'],
      'Mail',
      '',
    ]);
    expect(list.basics).toMatchObject({ name: 'basics', title: 'Basics' });
    const names = list.basics.list.map((item: { name: string }) => item.name);
    expect(names.slice(0, 2)).toEqual(['site_name', 'record_number']);
    expect(quickEntrance).toEqual([{ key: 'Admin log', value: '/admin/admin_log' }]);
    const secret = list.mail.list.find((item: { name: string }) => item.name === 'smtp_pass');
    expect(secret.value).toBe(SECRET_MASK);
    expect(JSON.stringify(list)).not.toContain('never-to-be-shown');
  });

  it('are saved as one flat form: only what changed, all or none, each complaint at its name', async () => {
    const before = await index();
    const tab = Object.fromEntries(
      before.list.mail.list.map((item: { name: string; value: unknown }) => [item.name, item.value]),
    );
    const saved = await root.post('/admin/routine.config/edit', { ...tab, smtp_user: 'harbour', no_such: 1 });
    expect([saved.code, saved.data.ids, saved.data.ignored]).toEqual([1, [await idOf('smtp_user')], ['no_such']]);
    const refused = await root.post('/admin/routine.config/edit', {
      site_name: 'Half',
      upload_maxsize: 'much',
      mail_recipient: 'nobody',
      smtp_pass: 'in-clear',
    });
    expect([refused.code, Object.keys(refused.data.fields).sort()]).toEqual([
      0,
      ['mail_recipient', 'smtp_pass', 'upload_maxsize'],
    ]);
    expect(world.services.settings.siteName).toBe('Atrium');
    const one = await root.post('/admin/routine.config/edit', { id: await idOf('site_name'), value: 'Whole' });
    expect([one.code, world.services.settings.siteName]).toEqual([1, 'Whole']);
    expect((await root.post('/admin/routine.config/edit', {})).status).toBe(400);
  });

  it('are for whoever holds their nodes', async () => {
    const reader = await limitedAdmin(world, ['config/index']);
    expect((await reader.get('/admin/routine.config/index')).code).toBe(1);
    expect((await reader.post('/admin/routine.config/edit', { site_name: 'x' })).code).toBe(403);
    const other = await limitedAdmin(world, ['news/index']);
    expect((await other.get('/admin/routine.config/index')).code).toBe(403);
    expect((await guest(world).get('/admin/routine.config/index')).code).toBe(302);
  });

  it('tell the recipient who wrote, in the language of the house, and never in a flood', async () => {
    const write = (name: string) =>
      guest(world).post('/api/lead/add', { name, mobile: '13800138000', content: 'Please call' });
    expect((await write('Nobody hears')).code).toBe(1);
    await put(world, 'mail_recipient', 'owner@example.com');
    expect((await write('Rosa')).code).toBe(1);
    await put(world, 'default_locale', 'zh-cn');
    expect((await write('林晓')).code).toBe(1);
    const mails = () =>
      world.services.db.rows<{ subject: string; recipient: string; body: string }>(
        "SELECT subject, recipient, body FROM `message` WHERE template = 'house_lead' ORDER BY id",
      );
    const [rosa, lin] = await mails();
    expect(rosa).toMatchObject({ recipient: 'owner@example.com', subject: expect.stringContaining('from Rosa') });
    expect(rosa?.body).toMatch(/\/admin\/lead\/\d+$/);
    expect(lin?.subject).toContain('来自林晓的留言');
    expect(JSON.stringify([rosa, lin])).not.toContain('13800138000');
    const entity = world.services.registry.get('lead');
    if (!entity) throw new Error('no leads here');
    const many = Array.from({ length: LIMITS.houseMailsPerHour + 5 }, (_, n) => ({
      ...{ name: `Guest ${n}`, mobile: '13800138000', content: 'x' },
    }));
    await world.writer.createMany(systemCtx(world.services, 'flood'), entity, many);
    expect(await mails()).toHaveLength(LIMITS.houseMailsPerHour);
    await world.writer.create(systemCtx(world.services, 'more'), entity, {
      name: 'More',
      mobile: '13800138000',
      content: 'x',
    });
    const gathered = await world.services.db.rows<{ subject: string; body: string; next_time: number }>(
      "SELECT subject, body, next_time FROM `message` WHERE template = 'house_lead_more'",
    );
    expect(gathered).toHaveLength(1);
    expect(gathered[0]?.body).toMatch(/\/admin\/lead$/);
    expect(gathered[0]?.subject).toContain('留言');
    const waits = Number(gathered[0]?.next_time) - world.services.clock.now() / 1000;
    expect([waits > 3_500, waits <= 3_600]).toEqual([true, true]);
    // many messages hold back no security mail
    const events = world.services.registry.get('security_event');
    if (!events) throw new Error('no security events here');
    const danger = { realm: 'admin', kind: 'refresh_reuse', name: 'root_admin' };
    await world.writer.create(systemCtx(world.services, 'danger'), events, danger);
    expect(await world.services.db.rows("SELECT id FROM `message` WHERE template = 'house_security'")).toHaveLength(1);
    world.pass(3_700_000);
    expect((await write('Later')).code).toBe(1);
    expect((await mails()).at(-1)?.subject).toContain('Later');
  });

  async function idOf(name: string): Promise<number> {
    const [row] = await world.services.db.rows<{ id: number }>('SELECT id FROM `config` WHERE name = ?', [name]);
    return Number(row?.id);
  }
});

/** Who tries to get beyond his rights with the authority screens themselves: managing others, and menu rules. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, signIn, superAdmin, type Body, type Caller } from '../testing/actors';
import { startWorld, type World } from '../testing/world';

const PASSWORD = 'limited-horse-7';
let world: World;
let root: Caller;
beforeAll(async () => {
  world = await startWorld({ seed: 'demo' });
  root = await superAdmin(world);
});
afterAll(() => world.end());

const add = async (entity: string, body: Body): Promise<number> => {
  const { code, msg, data } = await root.post(`/admin/${entity}/add`, body);
  if (code !== 1) throw new Error(`${entity}: ${msg}`);
  return data.id;
};

describe('managing other admins (T1.08)', () => {
  const MANAGE = ['index', 'edit', 'del'].map((verb) => `admin/${verb}`);
  /** From the strongest to the weakest; the last two are equals. */
  const LADDER = [['*'], [...MANAGE, 'news/index', 'news/edit', 'user/index'], [...MANAGE, 'news/index', 'news/edit']];
  const RUNGS = [...LADDER, [...MANAGE, 'news/index'], MANAGE, MANAGE];
  const ACTS = {
    read: (id: number) => ['GET', `/admin/admin/edit?id=${id}`, {}],
    edit: (id: number) => ['POST', '/admin/admin/edit', { id, motto: `seen ${id} ${Math.random()}` }],
    status: (id: number) => ['POST', '/admin/admin/edit', { id, status: 0 }],
    password: (id: number) => ['POST', '/admin/admin/edit', { id, password: 'taken-horse-1' }],
    groups: (id: number, own: number) => ['POST', '/admin/admin/edit', { id, group_arr: [own] }],
    delete: (id: number) => ['POST', '/admin/admin/del', { ids: [id] }],
  } as const;

  it('lets each do to each what his rights exceed, and nothing to himself that is the profile’s', async () => {
    let above: number | null = null;
    const groups: number[] = [];
    for (const [at, rules] of RUNGS.entries()) {
      const pid = at === 5 ? (groups[3] ?? null) : above; // beside the fifth, not below it
      above = await add('admin_group', { name: `Rung ${at}`, rules, pid, data_scope: 'all' });
      groups.push(above);
    }
    const hire = async (rung: number, name: string) => {
      const body = { username: name, nickname: name, password: PASSWORD, group_arr: [groups[rung]] };
      return { ...body, id: await add('admin', body) };
    };
    const actors: Caller[] = [];
    for (const rung of RUNGS.keys()) actors.push(await signIn(world, 'admin', await hire(rung, `actor_${rung}`)));
    const targets = new Map<number, number>();
    let made = 0;
    /** Somebody on a rung; whoever was moved, shut out or removed is no longer on it. */
    const targetOn = async (rung: number) => {
      made += 1;
      const id = targets.get(rung) ?? (await hire(rung, `target_${made}`)).id;
      targets.set(rung, id);
      return id;
    };
    const names = Object.keys(ACTS) as (keyof typeof ACTS)[];
    const cells = actors.flatMap((_, by) =>
      [...RUNGS.keys()].flatMap((rung) => names.map((name) => ({ by, rung, name }))),
    );
    for (const [at, { by, rung, name }] of cells.entries()) {
      const self = by === rung && !['delete', 'read'].includes(name) && at % 2 === 0;
      const actor = actors[by];
      const target = self ? (actor?.id ?? 0) : await targetOn(rung);
      const [method, path, body] = ACTS[name](target, groups[self ? (by + 1) % 6 : by] ?? 0) as [string, string, Body];
      const answer = method === 'GET' ? await actor?.get(path) : await actor?.post(path, body);
      const exceeds = by === 0 || (by < rung && by < 4);
      const may = name === 'read' || (self ? name === 'edit' || name === 'password' : exceeds);
      expect([name, by, rung, self, answer?.code === 1]).toEqual([name, by, rung, self, may]);
      if (may && ['status', 'groups', 'delete'].includes(name)) targets.delete(rung);
    }
    expect(cells).toHaveLength(6 * 6 * 6);
    expect((await root.get('/admin/admin/index')).text).not.toMatch(/argon2|"password"/);
  }, 120_000);
});

describe('menu rules (T1.10)', () => {
  const SCHEMES = [
    'javascript:',
    'JaVaScRiPt:',
    'java\tscript:',
    'data:text/html,',
    'vbscript:',
    'file:///',
    'blob:',
    '//',
  ];
  const TAILS = [
    'alert(1)',
    '<script>alert(1)</script>',
    'evil.example/x',
    '%0aalert(1)',
    '"onmouseover=alert(1)',
    "'-alert(1)-'",
    '../../etc/passwd',
  ];
  const MARKS = [
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '../../../etc/passwd',
    '..\\..\\x',
    '${7*7}',
    '{{7*7}}',
    '\u202eevil',
  ];
  const rule = { type: 'menu', menu_type: 'link', weigh: 1 };

  it('open nothing but https and this site, whatever is written into link, path, icon or component', async () => {
    const vectors = SCHEMES.flatMap((scheme) => [...TAILS, ...MARKS].map((tail) => `${scheme}${tail}`));
    const fields = ['url', 'path', 'component'] as const;
    let tried = 0;
    for (const [at, vector] of [...vectors, ...MARKS].entries())
      for (const field of fields) {
        tried += 1;
        const draft = {
          ...rule,
          title: 'Vector',
          name: `vector/v${at}${field}`,
          url: 'https://example.com/',
          [field]: vector,
        };
        const { status, code, data } = await root.post('/admin/menu_rule/add', draft);
        expect([vector, status < 500]).toEqual([vector, true]);
        if (code !== 1) continue;
        const kept = String(data.row[field]);
        expect([vector, kept, /^(?:https:\/\/|\/(?![/\\]))|^[a-z0-9_/-]*$/i.test(kept)]).toEqual([vector, kept, true]);
      }
    expect(tried).toBeGreaterThanOrEqual(300);
    const { menus } = (await root.get('/admin/Index/index')).data;
    expect(JSON.stringify(menus)).not.toMatch(/script:|onerror|onload|etc\/passwd/i);
  }, 60_000);

  it('give nobody a right, and never hang under themselves', async () => {
    const caller = await limitedAdmin(world, ['news/index']);
    await add('menu_rule', { ...rule, type: 'button', menu_type: null, title: 'Users', name: 'user/made_up' });
    const [stored] = await world.services.db.rows<{ id: number }>(
      "SELECT id FROM `menu_rule` WHERE name = 'user/index'",
    );
    await root.post('/admin/menu_rule/del', { ids: [stored?.id] });
    expect((await caller.get('/admin/user/index')).code).toBe(403);
    expect((await root.get('/admin/user/index')).code).toBe(1);
    const top = await add('menu_rule', {
      ...rule,
      type: 'menu_dir',
      menu_type: null,
      title: 'Top',
      name: 'circle/top',
    });
    const low = await add('menu_rule', {
      ...rule,
      type: 'menu_dir',
      menu_type: null,
      title: 'Low',
      name: 'circle/low',
      pid: top,
    });
    const hang = (id: number, pid: number) => root.post('/admin/menu_rule/edit', { id, pid });
    expect([(await hang(top, top)).code, (await hang(top, low)).code]).toEqual([0, 0]);
    const button = await add('menu_rule', {
      ...rule,
      type: 'button',
      menu_type: null,
      title: 'B',
      name: 'circle/b',
      pid: low,
    });
    expect((await hang(low, button)).data.fields).toHaveProperty('pid');
  });
});

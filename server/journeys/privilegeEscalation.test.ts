/** Attempts to gain permissions through the screens that manage admins and menu rules. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, signIn, superAdmin, type Body, type Caller } from '../testing/callers';
import { startTestServer, type TestServer } from '../testing/testServer';

const PASSWORD = 'limited-horse-7';
let testServer: TestServer;
let root: Caller;
beforeAll(async () => {
  testServer = await startTestServer({ seed: 'demo' });
  root = await superAdmin(testServer);
});
afterAll(() => testServer.close());

const add = async (entity: string, body: Body): Promise<number> => {
  const { code, msg, data } = await root.post(`/admin/${entity}/add`, body);
  if (code !== 1) throw new Error(`${entity}: ${msg}`);
  return data.id;
};

// @case T1.08
describe('managing other admins', () => {
  const manageNodes = ['index', 'edit', 'del'].map((verb) => `admin/${verb}`);
  /** From the strongest to the weakest; the last two are equal. */
  const rankedRules = [
    ['*'],
    [...manageNodes, 'news/index', 'news/edit', 'user/index'],
    [...manageNodes, 'news/index', 'news/edit'],
  ];
  const rulesByRank = [...rankedRules, [...manageNodes, 'news/index'], manageNodes, manageNodes];
  const OPERATIONS = {
    read: (id: number) => ['GET', `/admin/admin/edit?id=${id}`, {}],
    edit: (id: number) => ['POST', '/admin/admin/edit', { id, motto: `seen ${id} ${Math.random()}` }],
    status: (id: number) => ['POST', '/admin/admin/edit', { id, status: 0 }],
    password: (id: number) => ['POST', '/admin/admin/edit', { id, password: 'taken-horse-1' }],
    groups: (id: number, own: number) => ['POST', '/admin/admin/edit', { id, group_arr: [own] }],
    delete: (id: number) => ['POST', '/admin/admin/del', { ids: [id] }],
  } as const;

  it('is allowed only to admins with more permissions than the other, and never for fields of the own profile', async () => {
    let parentGroup: number | null = null;
    const groups: number[] = [];
    for (const [index, rules] of rulesByRank.entries()) {
      const pid = index === 5 ? (groups[3] ?? null) : parentGroup; // beside the fifth, not below it
      parentGroup = await add('admin_group', { name: `Rung ${index}`, rules, pid, data_scope: 'all' });
      groups.push(parentGroup);
    }
    const createAdmin = async (rank: number, name: string) => {
      const body = { username: name, nickname: name, password: PASSWORD, group_arr: [groups[rank]] };
      return { ...body, id: await add('admin', body) };
    };
    const actors: Caller[] = [];
    for (const rank of rulesByRank.keys())
      actors.push(await signIn(testServer, 'admin', await createAdmin(rank, `actor_${rank}`)));
    const targets = new Map<number, number>();
    let targetCount = 0;
    /** An admin of a rank; one that was moved, disabled or removed no longer counts. */
    const targetAt = async (rank: number) => {
      targetCount += 1;
      const id = targets.get(rank) ?? (await createAdmin(rank, `target_${targetCount}`)).id;
      targets.set(rank, id);
      return id;
    };
    const names = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[];
    const cells = actors.flatMap((_, actorRank) =>
      [...rulesByRank.keys()].flatMap((rank) => names.map((name) => ({ by: actorRank, rank, name }))),
    );
    for (const [index, { by: actorRank, rank, name }] of cells.entries()) {
      const isSelf = actorRank === rank && !['delete', 'read'].includes(name) && index % 2 === 0;
      const actor = actors[actorRank];
      const target = isSelf ? (actor?.id ?? 0) : await targetAt(rank);
      const [method, path, body] = OPERATIONS[name](target, groups[isSelf ? (actorRank + 1) % 6 : actorRank] ?? 0) as [
        string,
        string,
        Body,
      ];
      const response = method === 'GET' ? await actor?.get(path) : await actor?.post(path, body);
      const exceeds = actorRank === 0 || (actorRank < rank && actorRank < 4);
      const may = name === 'read' || (isSelf ? name === 'edit' || name === 'password' : exceeds);
      expect([name, actorRank, rank, isSelf, response?.code === 1]).toEqual([name, actorRank, rank, isSelf, may]);
      if (may && ['status', 'groups', 'delete'].includes(name)) targets.delete(rank);
    }
    expect(cells).toHaveLength(6 * 6 * 6);
    expect((await root.get('/admin/admin/index')).text).not.toMatch(/argon2|"password"/);
  }, 120_000);
});

// @case T1.10
describe('menu rules', () => {
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
  const urlTails = [
    'alert(1)',
    '<script>alert(1)</script>',
    'evil.example/x',
    '%0aalert(1)',
    '"onmouseover=alert(1)',
    "'-alert(1)-'",
    '../../etc/passwd',
  ];
  const injectedTexts = [
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '../../../etc/passwd',
    '..\\..\\x',
    '${7*7}',
    '{{7*7}}',
    '\u202eevil',
  ];
  const rule = { type: 'menu', menu_type: 'link', weigh: 1 };

  it('open only https and this site, for any link, path, icon and component', async () => {
    const vectors = SCHEMES.flatMap((scheme) => [...urlTails, ...injectedTexts].map((tail) => `${scheme}${tail}`));
    const fields = ['url', 'path', 'component'] as const;
    let attempted = 0;
    for (const [index, vector] of [...vectors, ...injectedTexts].entries())
      for (const field of fields) {
        attempted += 1;
        const draft = {
          ...rule,
          title: 'Vector',
          name: `vector/v${index}${field}`,
          url: 'https://example.com/',
          [field]: vector,
        };
        const { status, code, data } = await root.post('/admin/menu_rule/add', draft);
        expect([vector, status < 500]).toEqual([vector, true]);
        if (code !== 1) continue;
        const storedValue = String(data.row[field]);
        expect([vector, storedValue, /^(?:https:\/\/|\/(?![/\\]))|^[a-z0-9_/-]*$/i.test(storedValue)]).toEqual([
          vector,
          storedValue,
          true,
        ]);
      }
    expect(attempted).toBeGreaterThanOrEqual(300);
    const { menus } = (await root.get('/admin/Index/index')).data;
    expect(JSON.stringify(menus)).not.toMatch(/script:|onerror|onload|etc\/passwd/i);
  }, 60_000);

  it('deleted menu rules grant nothing, and a rule cannot be its own parent', async () => {
    const caller = await limitedAdmin(testServer, ['news/index']);
    await add('menu_rule', { ...rule, type: 'button', menu_type: null, title: 'Users', name: 'user/made_up' });
    const [stored] = await testServer.services.db.rows<{ id: number }>(
      "SELECT id FROM `menu_rule` WHERE name = 'user/index'",
    );
    await root.post('/admin/menu_rule/del', { ids: [stored?.id] });
    expect((await caller.get('/admin/user/index')).code).toBe(403);
    expect((await root.get('/admin/user/index')).code).toBe(1);
    const topRule = await add('menu_rule', {
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
      pid: topRule,
    });
    const attach = (id: number, pid: number) => root.post('/admin/menu_rule/edit', { id, pid });
    expect([(await attach(topRule, topRule)).code, (await attach(topRule, low)).code]).toEqual([0, 0]);
    const button = await add('menu_rule', {
      ...rule,
      type: 'button',
      menu_type: null,
      title: 'B',
      name: 'circle/b',
      pid: low,
    });
    expect((await attach(low, button)).data.fields).toHaveProperty('pid');
  });
});

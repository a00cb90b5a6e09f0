/** Who may do what, cell by cell: every route and event as everybody, against a second reading of the clauses and against cells written by hand. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { device } from '../../common/entities/device';
import { entities } from '../../common/entities/index';
import { user } from '../../common/entities/user';
import { registryOf } from '../../common/entity/registry';
import { seedCtx } from '../db/seeds/base';
import type { Method, Route } from '../engine/http/routeRegistry';
import { castOf, witnesses, type Player } from '../testing/matrix/cast';
import { GOLDEN } from '../testing/matrix/golden';
import { call, declarations, eventCells, routeCells, rowCells, rulesFor, type Rules } from '../testing/matrix/matrix';
import { createRandom, seedOf } from '../testing/random';
import { startWorld, type World } from '../testing/world';

const seed = seedOf();
let world: World;
let cast: readonly Player[];
let rules: Rules;
const nouns = registryOf(entities).all;
beforeAll(async () => {
  world = await startWorld({ seed: 'demo' });
  cast = await castOf(world, createRandom(seed));
  rules = rulesFor(nouns);
});
afterAll(() => world.end());

const player = (name: string): Player => {
  const found = cast.find((one) => one.name === name);
  if (!found) throw new Error(`nobody is called ${name}`);
  return found;
};
const told = ({ wrong }: { readonly wrong: readonly string[] }) => ({ seed, wrong });
const right = { seed, wrong: [] };

/** Carries out a route with something taken from it, as a slip of the pen would. */
async function without<T>(
  route: Route,
  less: { readonly [K in keyof Route]?: Route[K] | undefined },
  work: () => Promise<T> | T,
): Promise<T> {
  const methods = world.routes.find(route.path.toLowerCase()) as Map<Method, Route>;
  methods.set(route.method, { ...route, ...less } as Route);
  try {
    return await work();
  } finally {
    methods.set(route.method, route);
  }
}
const routeAt = (method: Method, path: string): Route => {
  const found = world.routes.find(path.toLowerCase())?.get(method);
  if (!found) throw new Error(`no route ${method} ${path}`);
  return found;
};

describe('the access matrix (T6.01, N-06)', () => {
  it('is what the clauses say for every route and everybody, in at least 3 000 cells', async () => {
    const declared = declarations(world.routes.routes(), rules);
    expect(told(declared)).toEqual(right);
    const called = await routeCells(world, cast, world.routes.routes(), rules);
    expect(told(called)).toEqual(right);
    expect(called.cells).toBeGreaterThanOrEqual(3000);
  }, 180_000);

  it('is what was written by hand', async () => {
    expect(GOLDEN.length).toBeGreaterThanOrEqual(100);
    const wrong: string[] = [];
    for (const { who, method, path, verdict } of GOLDEN) {
      const { code } = await call(world, player(who), method, path);
      const found = code === 302 ? 'sign in' : code === 403 ? 'denied' : 'in';
      if (found !== verdict) wrong.push(`${method} ${path} as ${who}: ${found} ≠ ${verdict}`);
    }
    expect(wrong).toEqual([]);
  });

  it('shows everybody exactly his rows and columns, in lists', async () => {
    const shown = await rowCells(world, cast, nouns);
    expect(told(shown)).toEqual(right);
    expect(shown.cells).toBeGreaterThan(1000);
  }, 60_000);

  it('is the same for topics, columns of filters and places on the wire (T6.09)', async () => {
    const heard = await eventCells(world, cast, nouns);
    expect(told(heard)).toEqual(right);
    expect(heard.cells).toBeGreaterThan(1000);
  }, 60_000);
});

describe('the matrix turns red', () => {
  it('whichever guard is taken from whichever route', async () => {
    const guarded = world.routes.routes().filter((route) => route.node !== undefined || route.access === 'super');
    const missed: string[] = [];
    for (const route of guarded)
      await without(route, { node: undefined, access: 'admin' }, () => {
        const { wrong } = declarations(
          [routeAt(route.method, route.path)],
          new Map([...rules].filter(([name]) => name.endsWith(route.path))),
        );
        if (!wrong.some((line) => line.startsWith(`${route.method} ${route.path}:`))) missed.push(route.path);
      });
    expect(guarded.length).toBeGreaterThan(400);
    expect(missed).toEqual([]);
  });

  it.each([
    ['GET', '/admin/admin_group/explain', { node: undefined }],
    ['POST', '/admin/ajax/clearCache', { access: 'admin' }],
    ['GET', '/admin/news/index', { access: 'guest', node: undefined }],
    ['GET', '/admin/user/index', { node: 'user/purge' }],
    ['POST', '/admin/profile/edit', { inPerson: undefined }],
    ['GET', '/admin/profile/index', { beforeEnrolment: true }],
  ] as const)('when %s %s is let go of its guard', async (method, path, less) => {
    const route = routeAt(method, path);
    const { wrong } = await without(route, less, () => routeCells(world, cast, [routeAt(method, path)], rules));
    expect(wrong.length).toBeGreaterThan(0);
    expect(told(await routeCells(world, cast, [route], rules))).toEqual(right);
  });

  it('when a clause or the class of a column is let go', async () => {
    const open = {
      ...device,
      spec: { ...device.spec, access: { ...device.spec.access, guest: { read: true } } },
    } as const;
    const { fields } = user.spec;
    const email = { ...fields.email, options: { ...fields.email.options, sensitivity: 'public' } } as const;
    const bare = { ...user, spec: { ...user.spec, fields: { ...fields, email } } };
    const planted = await startWorld({ registry: registryOf({ ...entities, device: open, user: bare }) });
    try {
      const as = seedCtx(planted.services);
      await planted.writer.create(as, open, { name: 'Not shown', status: 0 });
      await planted.writer.create(as, bare, { username: 'somebody', nickname: 'Somebody', password: 'matrix-horse-4' });
      const some = nouns.filter(({ name }) => name === 'device' || name === 'user');
      const { wrong } = await rowCells(planted, await witnesses(planted), some);
      const what = new Set(wrong.map((line) => line.split(':')[0]));
      expect([...what].sort()).toEqual(['device as guest rows', 'device as guest total', 'user as clerk columns']);
    } finally {
      await planted.end();
    }
  });
});

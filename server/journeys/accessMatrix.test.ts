/** Every route and event as every actor, compared with a second implementation of the access rules and with cells written by hand. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { device } from '../../common/entities/device';
import { entities } from '../../common/entities/index';
import { user } from '../../common/entities/user';
import { createRegistry } from '../../common/entity/registry';
import { seedContext } from '../db/seeds/base';
import type { Method, Route } from '../engine/http/routeRegistry';
import { createMatrixActors, createControlActors, type MatrixActor } from '../testing/matrix/matrixActors';
import { GOLDEN_CELLS } from '../testing/matrix/golden';
import {
  callRoute,
  checkDeclarations,
  checkLiveEvents,
  checkRoutes,
  checkRows,
  rulesFor,
  type Rules,
} from '../testing/matrix/accessMatrix';
import { createRandom, testSeed } from '../testing/random';
import { startTestServer, type TestServer } from '../testing/testServer';

const seed = testSeed();
let testServer: TestServer;
let actors: readonly MatrixActor[];
let rules: Rules;
const testedEntities = createRegistry(entities).all;
beforeAll(async () => {
  testServer = await startTestServer({ seed: 'demo' });
  actors = await createMatrixActors(testServer, createRandom(seed));
  rules = rulesFor(testedEntities);
});
afterAll(() => testServer.close());

const actorNamed = (name: string): MatrixActor => {
  const found = actors.find((actor) => actor.name === name);
  if (!found) throw new Error(`no actor has the name ${name}`);
  return found;
};
const summary = ({ wrong }: { readonly wrong: readonly string[] }) => ({ seed, wrong });
const NO_DIFFERENCES = { seed, wrong: [] };

/** Runs a route with one guard removed. */
async function withRouteChanged<T>(
  route: Route,
  changes: { readonly [K in keyof Route]?: Route[K] | undefined },
  work: () => Promise<T> | T,
): Promise<T> {
  const methods = testServer.routes.find(route.path.toLowerCase()) as Map<Method, Route>;
  methods.set(route.method, { ...route, ...changes } as Route);
  try {
    return await work();
  } finally {
    methods.set(route.method, route);
  }
}
const routeAt = (method: Method, path: string): Route => {
  const found = testServer.routes.find(path.toLowerCase())?.get(method);
  if (!found) throw new Error(`no route ${method} ${path}`);
  return found;
};

// @case T6.01 N-06
describe('the access matrix', () => {
  // @spec P6-017
  it('equals the access rules for every route and actor, in at least 3 000 cells', async () => {
    const declaredResult = checkDeclarations(testServer.routes.routes(), rules);
    expect(summary(declaredResult)).toEqual(NO_DIFFERENCES);
    const callResult = await checkRoutes(testServer, actors, testServer.routes.routes(), rules);
    expect(summary(callResult)).toEqual(NO_DIFFERENCES);
    expect(callResult.cells).toBeGreaterThanOrEqual(3000);
  }, 180_000);

  it('equals the cells written by hand', async () => {
    expect(GOLDEN_CELLS.length).toBeGreaterThanOrEqual(100);
    const wrong: string[] = [];
    for (const { who, method, path, verdict } of GOLDEN_CELLS) {
      const { code } = await callRoute(testServer, actorNamed(who), method, path);
      const found = code === 302 ? 'sign in' : code === 403 ? 'denied' : 'in';
      if (found !== verdict) wrong.push(`${method} ${path} as ${who}: ${found} ≠ ${verdict}`);
    }
    expect(wrong).toEqual([]);
  });

  it('shows every actor exactly its rows and columns in lists', async () => {
    const rowResult = await checkRows(testServer, actors, testedEntities);
    expect(summary(rowResult)).toEqual(NO_DIFFERENCES);
    expect(rowResult.cells).toBeGreaterThan(1000);
  }, 60_000);

  // @case T6.09
  it('applies to topics, filter columns and presence on the socket', async () => {
    const eventResult = await checkLiveEvents(testServer, actors, testedEntities);
    expect(summary(eventResult)).toEqual(NO_DIFFERENCES);
    expect(eventResult.cells).toBeGreaterThan(1000);
  }, 60_000);
});

describe('the access matrix fails', () => {
  it('when any guard is removed from any route', async () => {
    const guardedRoutes = testServer.routes
      .routes()
      .filter((route) => route.permission !== undefined || route.access === 'super');
    const missed: string[] = [];
    for (const route of guardedRoutes)
      await withRouteChanged(route, { permission: undefined, access: 'admin' }, () => {
        const { wrong } = checkDeclarations(
          [routeAt(route.method, route.path)],
          new Map([...rules].filter(([name]) => name.endsWith(route.path))),
        );
        if (!wrong.some((line) => line.startsWith(`${route.method} ${route.path}:`))) missed.push(route.path);
      });
    expect(guardedRoutes.length).toBeGreaterThan(400);
    expect(missed).toEqual([]);
  });

  it.each([
    ['GET', '/admin/admin_group/explain', { permission: undefined }],
    ['POST', '/admin/ajax/clearCache', { access: 'admin' }],
    ['GET', '/admin/news/index', { access: 'guest', permission: undefined }],
    ['GET', '/admin/user/index', { permission: 'user/purge' }],
    ['POST', '/admin/profile/edit', { rejectsApiTokens: undefined }],
    ['GET', '/admin/profile/index', { allowsUnenrolled: true }],
  ] as const)('when %s %s loses its guard', async (method, path, changes) => {
    const route = routeAt(method, path);
    const { wrong } = await withRouteChanged(route, changes, () =>
      checkRoutes(testServer, actors, [routeAt(method, path)], rules),
    );
    expect(wrong.length).toBeGreaterThan(0);
    expect(summary(await checkRoutes(testServer, actors, [route], rules))).toEqual(NO_DIFFERENCES);
  });

  it('when a scope or the permission class of a column is ignored', async () => {
    const openDevice = {
      ...device,
      spec: { ...device.spec, access: { ...device.spec.access, guest: { read: true } } },
    } as const;
    const { fields } = user.spec;
    const email = { ...fields.email, options: { ...fields.email.options, sensitivity: 'public' } } as const;
    const unguardedUser = { ...user, spec: { ...user.spec, fields: { ...fields, email } } };
    const tamperedServer = await startTestServer({
      registry: createRegistry({ ...entities, device: openDevice, user: unguardedUser }),
    });
    try {
      const as = seedContext(tamperedServer.services);
      await tamperedServer.writer.create(as, openDevice, { name: 'Not shown', status: 0 });
      await tamperedServer.writer.create(as, unguardedUser, {
        username: 'somebody',
        nickname: 'Somebody',
        password: 'matrix-horse-4',
      });
      const selectedEntities = testedEntities.filter(({ name }) => name === 'device' || name === 'user');
      const { wrong } = await checkRows(tamperedServer, await createControlActors(tamperedServer), selectedEntities);
      const deviations = new Set(wrong.map((line) => line.split(':')[0]));
      expect([...deviations].sort()).toEqual([
        'device as guest rows',
        'device as guest total',
        'user as clerk columns',
      ]);
    } finally {
      await tamperedServer.close();
    }
  });
});

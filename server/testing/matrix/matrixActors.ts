/** The actors of the access matrix: one signed-in caller of every kind, with a plain description of its permissions. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { hasAdminScreen, permissionActions } from '../../../common/entity/permissionKeys';
import { createSession } from '../../access/sessions/sessions';
import { seedContext } from '../../db/seeds/base';
import { superAdmin } from '../callers';
import type { Random } from '../random';
import type { TestServer } from '../testServer';
import type { AccessProfile } from './expectedAccess';

export interface MatrixActor extends AccessProfile {
  readonly name: string;
  readonly token: string;
}

/** Every permission key that a group can have. */
export const allPermissions = ({ services }: TestServer): readonly string[] =>
  services.registry.all
    .filter(hasAdminScreen)
    .flatMap((entity) => permissionActions(entity).map((action) => `${entity.name}/${action}`));

const PASSWORD = 'matrix-horse-4';
function getEntity({ services }: TestServer, name: string): AnyEntity {
  const entity = services.registry.get(name);
  if (!entity) throw new Error(`no entity ${name}`);
  return entity;
}
const createRow = async (server: TestServer, name: string, values: Readonly<Record<string, Json>>): Promise<number> =>
  (await server.writer.create(seedContext(server.services), getEntity(server, name), values)).id;
async function issueToken({ services }: TestServer, realm: 'admin' | 'member', principal: number): Promise<string> {
  return (
    await createSession(services, { realm, principal, isRemembered: false, ip: '127.0.0.1', userAgent: 'matrix' })
  ).token;
}

interface GroupOptions {
  readonly rules: readonly string[];
  readonly scope?: 'own' | 'subtree' | 'all';
  readonly more?: Readonly<Record<string, Json>>;
}

/** Creates admins by name. */
function createActorFactory(server: TestServer) {
  const createGroup = (name: string, { rules, scope = 'own', more = {} }: GroupOptions) =>
    createRow(server, 'admin_group', { name: `Matrix ${name}`, rules: [...rules], data_scope: scope, ...more });
  const restrictGroup = (id: number, { rules, scope = 'own' }: GroupOptions) =>
    server.writer.update(seedContext(server.services), getEntity(server, 'admin_group'), {
      id,
      rules: [...rules],
      data_scope: scope,
    });
  const createAdmin = (name: string, groups: readonly number[]) =>
    createRow(server, 'admin', { username: `m_${name}`, nickname: name, password: PASSWORD, group_arr: [...groups] });
  const createActor = async (name: string, id: number, more: Partial<AccessProfile> = {}): Promise<MatrixActor> => ({
    name,
    id,
    kind: 'staff',
    companyId: null,
    permissions: new Set<string>(),
    scopeIds: [id],
    ...more,
    token: await issueToken(server, 'admin', id),
  });
  return { createGroup, restrictGroup, createAdmin, createActor };
}
type ActorFactory = ReturnType<typeof createActorFactory>;

const randomHalf = (random: Random, permissions: readonly string[]) => permissions.filter(() => random.below(2) === 0);

/** Admins with a random half of all permissions: a guard that checks the wrong permission, or none, is wrong for half of them. */
async function createHalfActors(
  factory: ActorFactory,
  permissions: readonly string[],
  random: Random,
): Promise<readonly MatrixActor[]> {
  const actors: MatrixActor[] = [];
  for (const at of [1, 2, 3]) {
    const rules = randomHalf(random, permissions);
    const createGroup = await factory.createGroup(`half ${at}`, { rules, scope: at === 1 ? 'all' : 'own' });
    const id = await factory.createAdmin(`half_${at}`, [createGroup]);
    const scopeIds = at === 1 ? undefined : [id];
    actors.push(await factory.createActor(`half ${at}`, id, { permissions: new Set(rules), scopeIds }));
  }
  return actors;
}

/** An admin below a limited group: only permissions that both groups hold count. Its scope is the admins of its group and of those below. */
async function createNestedActor(
  factory: ActorFactory,
  permissions: readonly string[],
  random: Random,
): Promise<MatrixActor> {
  const limit = randomHalf(random, permissions);
  const parentGroup = await factory.createGroup('above', { rules: permissions, scope: 'all' });
  const childGroup = await factory.createGroup('below', {
    rules: permissions,
    scope: 'all',
    more: { pid: parentGroup },
  });
  const grandchildGroup = await factory.createGroup('under', { rules: [], more: { pid: childGroup } });
  await factory.restrictGroup(parentGroup, { rules: limit, scope: 'subtree' }); // the groups below keep their rules but lose the permissions
  const [id, junior] = [
    await factory.createAdmin('nested', [childGroup]),
    await factory.createAdmin('junior', [grandchildGroup]),
  ];
  return factory.createActor('nested', id, { permissions: new Set(limit), scopeIds: [id, junior] });
}

/** An admin in two groups: the permissions of both count. */
async function createTwoGroupActor(factory: ActorFactory, permissions: readonly string[]): Promise<MatrixActor> {
  const [even, third] = [
    permissions.filter((_, index) => index % 4 === 0),
    permissions.filter((_, index) => index % 3 === 0),
  ];
  const groups = [
    await factory.createGroup('even', { rules: even }),
    await factory.createGroup('third', { rules: third }),
  ];
  const id = await factory.createAdmin('joined', groups);
  return factory.createActor('joined', id, { permissions: new Set([...even, ...third]) });
}

const EDITOR_PERMISSIONS = ['news/index', 'news/add', 'news/edit', 'news_category/index'];
const CLERK_PERMISSIONS = ['user/index', 'admin_log/index', 'lead/index', 'lead/edit', 'admin_group/index'];
/** The actors that the golden cells name. */
async function createNamedActor(factory: ActorFactory, name: string, rules: readonly string[]): Promise<MatrixActor> {
  const id = await factory.createAdmin(name, [await factory.createGroup(name, { rules, scope: 'all' })]);
  return factory.createActor(name, id, { permissions: new Set(rules), scopeIds: undefined });
}

async function createMemberActor(server: TestServer): Promise<MatrixActor> {
  const [company] = await server.services.db.rows<{ id: number }>(
    'SELECT id FROM `enterprise` WHERE status = 1 LIMIT 1',
  );
  const newRow = { username: 'm_member', nickname: 'Member', password: PASSWORD };
  const id = await createRow(server, 'user', newRow);
  const at = Number(company?.id);
  await createRow(server, 'enterprise_staff', { uid: id, company_id: at, nickname: 'Member' });
  const token = await issueToken(server, 'member', id);
  return { name: 'member', kind: 'member', id, companyId: at, permissions: new Set(), scopeIds: [], token };
}

/** A program with an API token of the super administrator that has some of the permissions. */
async function createTokenActor(server: TestServer, permissions: readonly string[]): Promise<MatrixActor> {
  const superAdminCaller = await superAdmin(server);
  const scopes = permissions.filter((_, index) => index % 2 === 0);
  const newRow = { name: 'Program', scopes, expire_time: Math.floor(server.services.clock.now() / 1000) + 86_400 };
  const { data } = await superAdminCaller.post('/admin/api_token/add', newRow);
  const tokenResponse = await superAdminCaller.post('/admin/api_token/show', { id: data.id });
  const token = String(tokenResponse.data.token);
  return {
    name: 'program',
    kind: 'staff',
    id: superAdminCaller.id,
    companyId: null,
    scopeIds: undefined,
    isToken: true,
    permissions: new Set(scopes),
    token,
  };
}

/** A kiosk display of the super administrator's dashboard. */
async function createKioskActor(server: TestServer): Promise<MatrixActor> {
  const superAdminCaller = await superAdmin(server);
  const newRow = { name: 'Hall', expire_time: Math.floor(server.services.clock.now() / 1000) + 86_400 };
  const { data } = await superAdminCaller.post('/admin/wall_screen/add', newRow);
  const tokenResponse = await superAdminCaller.post('/admin/wall_screen/show', { id: data.id });
  const token = String(tokenResponse.data.token);
  return {
    name: 'wall',
    kind: 'staff',
    id: superAdminCaller.id,
    companyId: null,
    scopeIds: undefined,
    isKiosk: true,
    permissions: new Set(),
    token,
  };
}

const GUEST: MatrixActor = {
  name: 'guest',
  kind: 'guest',
  id: 0,
  companyId: null,
  permissions: new Set(),
  scopeIds: [],
  token: '',
};

/** All actors. The one that must enrol a second factor has every permission and may use none. */
export async function createMatrixActors(server: TestServer, random: Random): Promise<readonly MatrixActor[]> {
  const factory = createActorFactory(server);
  const permissions = allPermissions(server);
  const off = await factory.createGroup('off', { rules: ['*'], scope: 'all', more: { status: 0 } });
  const strict = await factory.createGroup('strict', {
    rules: ['*'],
    scope: 'all',
    more: { require_second_factor: 1 },
  });
  const [idle, enrolling] = [
    await factory.createAdmin('idle', [off]),
    await factory.createAdmin('enrolling', [strict]),
  ];
  const superAdminCaller = await superAdmin(server);
  return [
    GUEST,
    await createMemberActor(server),
    await factory.createActor('of a disabled group', idle),
    await factory.createActor('enrolling', enrolling, { mustEnrol: true }),
    await createNamedActor(factory, 'unprivileged', []),
    await createNamedActor(factory, 'editor', EDITOR_PERMISSIONS),
    await createNamedActor(factory, 'clerk', CLERK_PERMISSIONS),
    ...(await createHalfActors(factory, permissions, random)),
    await createNestedActor(factory, permissions, random),
    await createTwoGroupActor(factory, permissions),
    await createTokenActor(server, permissions),
    await createKioskActor(server),
    await factory.createActor('super', superAdminCaller.id, { permissions: new Set(['*']), scopeIds: undefined }),
  ];
}

/** Two actors that show whether a scope or a permission class is ignored. */
export const createControlActors = async (server: TestServer): Promise<readonly MatrixActor[]> => [
  GUEST,
  await createNamedActor(createActorFactory(server), 'clerk', CLERK_PERMISSIONS),
];

/** The people of the access matrix: one of every kind, signed in, each with what it holds in plain terms. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { hasScreen, nodeActions } from '../../../common/entity/nodes';
import { openSession } from '../../access/sessions';
import { seedCtx } from '../../db/seeds/base';
import { superAdmin } from '../actors';
import type { Random } from '../random';
import type { World } from '../world';
import type { Persona } from './clauses';

export interface Player extends Persona {
  readonly name: string;
  readonly token: string;
}

/** Every node a group can hold. */
export const allNodes = ({ services }: World): readonly string[] =>
  services.registry.all
    .filter(hasScreen)
    .flatMap((entity) => nodeActions(entity).map((action) => `${entity.name}/${action}`));

const PASSWORD = 'matrix-horse-4';
function nounOf({ services }: World, name: string): AnyEntity {
  const entity = services.registry.get(name);
  if (!entity) throw new Error(`no entity ${name}`);
  return entity;
}
const made = async (world: World, name: string, draft: Readonly<Record<string, Json>>): Promise<number> =>
  (await world.writer.create(seedCtx(world.services), nounOf(world, name), draft)).id;
async function tokenFor({ services }: World, realm: 'admin' | 'member', principal: number): Promise<string> {
  return (await openSession(services, { realm, principal, keep: false, ip: '127.0.0.1', userAgent: 'matrix' })).token;
}

interface GroupWish {
  readonly rules: readonly string[];
  readonly scope?: 'own' | 'subtree' | 'all';
  readonly more?: Readonly<Record<string, Json>>;
}

/** Hires people by name. */
function agency(world: World) {
  const group = (name: string, { rules, scope = 'own', more = {} }: GroupWish) =>
    made(world, 'admin_group', { name: `Matrix ${name}`, rules: [...rules], data_scope: scope, ...more });
  const shrink = (id: number, { rules, scope = 'own' }: GroupWish) =>
    world.writer.update(seedCtx(world.services), nounOf(world, 'admin_group'), {
      id,
      rules: [...rules],
      data_scope: scope,
    });
  const admin = (name: string, groups: readonly number[]) =>
    made(world, 'admin', { username: `m_${name}`, nickname: name, password: PASSWORD, group_arr: [...groups] });
  const player = async (name: string, id: number, more: Partial<Persona> = {}): Promise<Player> => ({
    ...{ name, id, kind: 'staff', company: null, nodes: new Set<string>(), reach: [id] },
    ...more,
    token: await tokenFor(world, 'admin', id),
  });
  return { group, shrink, admin, player };
}
type Agency = ReturnType<typeof agency>;

const halfOf = (random: Random, nodes: readonly string[]) => nodes.filter(() => random.below(2) === 0);

/** Admins with a random half of all nodes: a guard that asks for the wrong node, or none, is wrong for half of them. */
async function halves(hire: Agency, nodes: readonly string[], random: Random): Promise<readonly Player[]> {
  const players: Player[] = [];
  for (const at of [1, 2, 3]) {
    const rules = halfOf(random, nodes);
    const group = await hire.group(`half ${at}`, { rules, scope: at === 1 ? 'all' : 'own' });
    const id = await hire.admin(`half_${at}`, [group]);
    const reach = at === 1 ? undefined : [id];
    players.push(await hire.player(`half ${at}`, id, { nodes: new Set(rules), reach }));
  }
  return players;
}

/** Below a limited group: only what both hold counts. Reaches the rows of its own group's people and of those below. */
async function nested(hire: Agency, nodes: readonly string[], random: Random): Promise<Player> {
  const limit = halfOf(random, nodes);
  const above = await hire.group('above', { rules: nodes, scope: 'all' });
  const below = await hire.group('below', { rules: nodes, scope: 'all', more: { pid: above } });
  const under = await hire.group('under', { rules: [], more: { pid: below } });
  await hire.shrink(above, { rules: limit, scope: 'subtree' }); // what lies below keeps its list and loses what it gives
  const [id, junior] = [await hire.admin('nested', [below]), await hire.admin('junior', [under])];
  return hire.player('nested', id, { nodes: new Set(limit), reach: [id, junior] });
}

/** In two groups at once: the rights are joined. */
async function joined(hire: Agency, nodes: readonly string[]): Promise<Player> {
  const [even, third] = [nodes.filter((_, at) => at % 4 === 0), nodes.filter((_, at) => at % 3 === 0)];
  const groups = [await hire.group('even', { rules: even }), await hire.group('third', { rules: third })];
  const id = await hire.admin('joined', groups);
  return hire.player('joined', id, { nodes: new Set([...even, ...third]) });
}

const EDITOR = ['news/index', 'news/add', 'news/edit', 'news_category/index'];
const CLERK = ['user/index', 'admin_log/index', 'lead/index', 'lead/edit', 'admin_group/index'];
/** Somebody of whom the golden cells speak. */
async function named(hire: Agency, name: string, rules: readonly string[]): Promise<Player> {
  const id = await hire.admin(name.replaceAll(' ', '_'), [await hire.group(name, { rules, scope: 'all' })]);
  return hire.player(name, id, { nodes: new Set(rules), reach: undefined });
}

async function member(world: World): Promise<Player> {
  const [company] = await world.services.db.rows<{ id: number }>(
    'SELECT id FROM `enterprise` WHERE status = 1 LIMIT 1',
  );
  const draft = { username: 'm_member', nickname: 'Member', password: PASSWORD };
  const id = await made(world, 'user', draft);
  const at = Number(company?.id);
  await made(world, 'enterprise_staff', { uid: id, company_id: at, nickname: 'Member' });
  const token = await tokenFor(world, 'member', id);
  return { name: 'member', kind: 'member', id, company: at, nodes: new Set(), reach: [], token };
}

/** A program that acts for the super admin, with a part of the nodes. */
async function program(world: World, nodes: readonly string[]): Promise<Player> {
  const boss = await superAdmin(world);
  const scopes = nodes.filter((_, at) => at % 2 === 0);
  const draft = { name: 'Program', scopes, expire_time: Math.floor(world.services.clock.now() / 1000) + 86_400 };
  const { data } = await boss.post('/admin/api_token/add', draft);
  const shown = await boss.post('/admin/api_token/show', { id: data.id });
  const token = String(shown.data.token);
  return {
    ...{ name: 'program', kind: 'staff', id: boss.id, company: null, reach: undefined, program: true },
    ...{ nodes: new Set(scopes), token },
  };
}

/** A screen on a wall that shows what the super admin sees. */
async function wall(world: World): Promise<Player> {
  const boss = await superAdmin(world);
  const draft = { name: 'Hall', expire_time: Math.floor(world.services.clock.now() / 1000) + 86_400 };
  const { data } = await boss.post('/admin/wall_screen/add', draft);
  const shown = await boss.post('/admin/wall_screen/show', { id: data.id });
  const token = String(shown.data.token);
  return {
    ...{ name: 'wall', kind: 'staff', id: boss.id, company: null, reach: undefined, wall: true },
    nodes: new Set(),
    token,
  };
}

const GUEST: Player = { name: 'guest', kind: 'guest', id: 0, company: null, nodes: new Set(), reach: [], token: '' };

/** Everybody. The one who must enrol holds everything and may use nothing of it. */
export async function castOf(world: World, random: Random): Promise<readonly Player[]> {
  const hire = agency(world);
  const nodes = allNodes(world);
  const off = await hire.group('off', { rules: ['*'], scope: 'all', more: { status: 0 } });
  const strict = await hire.group('strict', { rules: ['*'], scope: 'all', more: { require_second_factor: 1 } });
  const [idle, enrolling] = [await hire.admin('idle', [off]), await hire.admin('enrolling', [strict])];
  const boss = await superAdmin(world);
  return [
    GUEST,
    await member(world),
    await hire.player('of a disabled group', idle),
    await hire.player('enrolling', enrolling, { mustEnrol: true }),
    await named(hire, 'without nodes', []),
    await named(hire, 'editor', EDITOR),
    await named(hire, 'clerk', CLERK),
    ...(await halves(hire, nodes, random)),
    await nested(hire, nodes, random),
    await joined(hire, nodes),
    await program(world, nodes),
    await wall(world),
    await hire.player('super', boss.id, { nodes: new Set(['*']), reach: undefined }),
  ];
}

/** The two that see whether a clause or a class is let go. */
export const witnesses = async (world: World): Promise<readonly Player[]> => [
  GUEST,
  await named(agency(world), 'clerk', CLERK),
];

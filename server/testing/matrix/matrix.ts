/** Plays every cell of the access matrix against a running house and gathers where it does not do what the clauses say. */
import { samples } from '../../../config/jest/tools';
import type { AnyEntity } from '../../../common/entity/entity';
import { EVERYTHING } from '../../../common/entity/filter';
import { columnsOf } from '../../../common/entity/meta';
import type { SubscribeAnswer, SubscribeResult } from '../../../common/protocol/live';
import type { Route } from '../../engine/http/routeRegistry';
import { ident } from '../../platform/sql';
import { ask, type Answer } from '../actors';
import { connectClient, type Client } from '../liveClient';
import type { World } from '../world';
import type { Player } from './cast';
import { columnsSeen, MODULE_RULES, reads, rulesOf, verdict, type Rule, type Verdict } from './clauses';

/** How many cells were played, and those that are wrong: `what: found ≠ demanded`. */
export interface Result {
  readonly cells: number;
  readonly wrong: readonly string[];
}
interface Sheet {
  cells: number;
  readonly wrong: string[];
}
const sheet = (): Sheet => ({ cells: 0, wrong: [] });
function enter(on: Sheet, what: string, found: unknown, demanded: unknown): void {
  on.cells += 1;
  if (found !== demanded) on.wrong.push(`${what}: ${String(found)} ≠ ${String(demanded)}`);
}

export type Rules = ReadonlyMap<string, Rule>;
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

/** The rules of all routes: of nouns from their definitions, of modules from their list; the latter stand before the former. */
export const rulesFor = (entities: readonly AnyEntity[]): Rules =>
  new Map([...entities.flatMap((entity) => [...rulesOf(entity)]), ...MODULE_RULES]);

/** Routes that read no token decide nothing by who calls. */
const judged = (route: Route): boolean => !route.withoutToken;

/** A route on no list must ask for a node or for everything; then it is held to that. */
function ruleOf(rules: Rules, route: Route): Rule | undefined {
  const listed = rules.get(nameOf(route));
  const { node, access, inPerson, stepUp } = route;
  const person = inPerson === true || stepUp === true;
  if (MODULE_RULES.has(nameOf(route)) || !judged(route)) return listed;
  if (listed) return { ...listed, person };
  if (node !== undefined) return { need: { node }, side: 'admin', person };
  return access === 'super' ? { need: 'super', side: 'admin', person } : undefined;
}

const declaredNeed = ({ access, node }: Route): string => node ?? (access === 'guest' ? 'anyone' : access);
const ruledNeed = ({ need, side }: Rule): string => {
  if (typeof need === 'object') return need.node;
  return need === 'staff' || need === 'nobody' ? side : need;
};

/** What routes say of themselves against the rules: a guard that is gone shows here even where a second one still holds. */
export function declarations(routes: readonly Route[], rules: Rules): Result {
  const on = sheet();
  const there = new Map(routes.map((route) => [nameOf(route), route]));
  for (const name of rules.keys()) enter(on, `${name} exists`, there.has(name), true);
  for (const route of routes.filter(judged)) {
    const rule = ruleOf(rules, route);
    enter(on, nameOf(route), declaredNeed(route), rule ? ruledNeed(rule) : 'a line in the list of modules');
    // a noun's own action may ask for a person besides its node
    if (!rule || !MODULE_RULES.has(nameOf(route))) continue;
    const person = route.inPerson === true || route.stepUp === true;
    enter(on, `${nameOf(route)} in person`, person, rule.person === true);
    enter(on, `${nameOf(route)} on a wall`, route.kiosk === true, rule.wall === true);
    enter(on, `${nameOf(route)} before enrolment`, route.beforeEnrolment === true, rule.beforeEnrolment === true);
  }
  return on;
}

const HEADERS = { guest: 'batoken', member: 'ba-user-token', staff: 'batoken' } as const;
const saidBy = ({ code }: Answer): Verdict => (code === 302 ? 'sign in' : code === 403 ? 'denied' : 'in');

export function call(world: World, who: Pick<Player, 'kind' | 'token'>, method: string, path: string) {
  const headers: Record<string, string> = { server: 'true', ...(who.token ? { [HEADERS[who.kind]]: who.token } : {}) };
  if (method === 'GET') return ask(world.url + path, { headers });
  return ask(world.url + path, { method, headers: { ...headers, 'content-type': 'application/json' }, body: '{}' });
}

const AT_ONCE = 6;
async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Those who tell the guards apart are asked at every route, the others at every third in turn. */
const TELLING = new Set([
  'guest',
  'member',
  'without nodes',
  'enrolling',
  'half 1',
  'half 2',
  'program',
  'wall',
  'super',
]);
const isAsked = ({ name }: Player, turn: number): boolean => TELLING.has(name) || turn % samples(3, 1) === 0;

/** Calls every route as everybody. Empty requests change nothing: whoever is let in is told what is missing. */
export async function routeCells(world: World, cast: readonly Player[], routes: readonly Route[], rules: Rules) {
  const on = sheet();
  const cells = routes
    .filter(judged)
    .flatMap((route, at) => cast.filter((who, place) => isAsked(who, at + place)).map((who) => ({ route, who })));
  await inTurns(cells, async ({ route, who }) => {
    const rule = ruleOf(rules, route);
    const answer = await call(world, who, route.method, route.path);
    const what = `${nameOf(route)} as ${who.name}`;
    enter(on, what, saidBy(answer), rule ? verdict(who, rule) : 'a rule');
    if (answer.status >= 500) on.wrong.push(`${what}: ${answer.status}`);
  });
  return on as Result;
}

const pathOf = ({ kind }: Player, { name }: AnyEntity) => `/${kind === 'staff' ? 'admin' : 'api'}/${name}`;
const MOST = 200;

/** The ids and columns lists show, against the whole table and the clauses. `spec` is the registry that counts. */
export async function rowCells(world: World, cast: readonly Player[], spec: readonly AnyEntity[]): Promise<Result> {
  const stored = storedRows(world);
  const on = sheet();
  const cells = spec.flatMap((entity) => cast.map((who) => ({ entity, who })));
  await inTurns(cells, async ({ entity, who }) => {
    const may = reads(who, entity);
    const path = `${pathOf(who, entity)}/index`;
    if (!world.routes.find(path)?.has('GET') || path === '/api/user/index') return;
    const { data, code } = await call(world, who, 'GET', `${path}?limit=${MOST}&order=id,asc`);
    const what = `${entity.name} as ${who.name}`;
    enter(on, `${what} listed`, code === 1, may !== undefined);
    if (code !== 1 || !may) return;
    const rows = await stored(entity);
    const shown = data.list as readonly Record<string, unknown>[];
    // members know a row by its public number
    const idColumn = who.kind === 'member' ? (entity.spec.publicId ?? 'id') : 'id';
    const ids = rows.filter(may).map((row) => Number(row[idColumn]));
    // a log grows while it is read; trees come whole
    enter(on, `${what} rows`, shown.map(({ id }) => id).join(), ids.slice(0, shown.length).join());
    enter(on, `${what} count`, shown.length >= Math.min(MOST, Number(data.total)), true);
    if (entity.spec.base !== 'log') enter(on, `${what} total`, data.total, ids.length);
    enter(on, `${what} columns`, columnsIn(shown), columnsWanted(who, entity, shown.length));
  });
  return on;
}
type Cells = Readonly<Record<string, unknown>>;
/** The living rows of each noun as they lie there; a log is read anew each time, since it grows meanwhile. */
function storedRows({ services }: World): (entity: AnyEntity) => Promise<readonly Cells[]> {
  const known = new Map<string, Promise<Cells[]>>();
  return ({ name, spec }) => {
    const living = spec.base === 'log' ? '' : 'WHERE delete_time IS NULL';
    const hit = spec.base === 'log' ? undefined : known.get(name);
    const rows = hit ?? services.db.rows<Cells>(`SELECT * FROM ${ident(name)} ${living} ORDER BY id`);
    known.set(name, rows);
    return rows;
  };
}
const columnsIn = ([first = {}]: readonly Record<string, unknown>[]) => Object.keys(first).sort().join();
function columnsWanted(who: Player, entity: AnyEntity, count: number): string {
  const short = columnsSeen(who, entity).filter((name) => columnsOf(entity).get(name)?.long !== true);
  return count === 0 ? '' : short.sort().join();
}

const resultOf = (answer: SubscribeAnswer, t: string): SubscribeResult | undefined =>
  answer.ok ? answer.r[t] : undefined;

/** Every event of the wire as everybody: topics of lists and rows, places of presence, and tokens of others. */
export async function eventCells(world: World, cast: readonly Player[], spec: readonly AnyEntity[]): Promise<Result> {
  const on = sheet();
  // What a screen on a wall may hear is no matter of nouns: its own test says it.
  for (const player of cast.filter(({ kind, wall }) => kind !== 'guest' && !wall)) {
    const who = heardAs(player);
    const space = `${world.url}/${who.kind === 'staff' ? 'admin' : 'member'}`;
    const client = await connectClient(space, who.token, {});
    await topicCells(on, client, who, spec);
    await columnTopicCells(on, client, who, spec);
    await placeCells(on, client, who, spec);
    enter(on, `vis and unsub as ${who.name} keep the connection`, await harmless(client), true);
    const other = cast.find(({ kind, id, token }) => kind === who.kind && id !== who.id && token !== '');
    enter(on, `auth as ${who.name} with its own token`, (await client.auth(who.token)).ok, true);
    if (other) enter(on, `auth as ${who.name} with another’s token`, (await client.auth(other.token)).ok, false);
    client.close();
  }
  return on;
}

/** On the wire somebody who must enrol first is nobody: no node, and no rows of its own. */
const heardAs = ({ mustEnrol, ...who }: Player): Player => (mustEnrol ? { ...who, id: 0, nodes: new Set() } : who);

/** At most so many topics a connection: they are asked for and given up again in lots. */
async function subscribed(client: Client, topics: readonly { readonly t: string; readonly spec: unknown }[]) {
  const answer = await client.ask({ epoch: '', topics });
  client.socket.emit('unsub', { t: topics.map(({ t }) => t) });
  return answer;
}

async function topicCells(on: Sheet, client: Client, who: Player, spec: readonly AnyEntity[]): Promise<void> {
  const topics = spec.map(({ name }) => ({ t: name, spec: { k: 'list', e: name, where: EVERYTHING, sort: [] } }));
  const answer = await subscribed(client, topics);
  for (const entity of spec) {
    const found = resultOf(answer, entity.name)?.ok === true;
    enter(on, `sub ${entity.name} as ${who.name}`, found, reads(who, entity) !== undefined);
  }
}

const LOT = 100;
/** A topic over a column one may not read is as unknown as a misspelt one; every fourth column is asked for. */
async function columnTopicCells(on: Sheet, client: Client, who: Player, spec: readonly AnyEntity[]): Promise<void> {
  const columns = spec.flatMap((entity) =>
    [...columnsOf(entity).values()]
      .filter(({ name, operators }) => name !== 'delete_time' && operators.includes('NULL'))
      .filter((_, at) => at % 4 === 0)
      .map(({ name }) => ({ entity, name, open: columnsSeen(who, entity).includes(name) })),
  );
  for (let from = 0; from < columns.length; from += LOT) {
    const lot = columns.slice(from, from + LOT);
    const topics = lot.map(({ entity, name }, at) => ({
      t: String(at),
      spec: { k: 'list', e: entity.name, where: { field: name, op: 'NULL', value: null }, sort: [] },
    }));
    const answer = await subscribed(client, topics);
    lot.forEach(({ entity, name, open }, at) => {
      const found = resultOf(answer, String(at))?.ok === true;
      enter(on, `sub ${entity.name}.${name} as ${who.name}`, found, open && reads(who, entity) !== undefined);
    });
  }
}

/** Presence is for staff at nouns they may read; a few, for the pace of events is limited. */
async function placeCells(on: Sheet, client: Client, who: Player, spec: readonly AnyEntity[]): Promise<void> {
  for (const entity of spec.filter((_, at) => at % 5 === 0)) {
    const place = { e: entity.name, id: null, f: null };
    const { ok } = await client.socket.timeout(5000).emitWithAck('focus', place);
    enter(on, `focus ${entity.name} as ${who.name}`, ok, who.kind === 'staff' && reads(who, entity) !== undefined);
  }
}

async function harmless(client: Client): Promise<boolean> {
  client.socket.emit('vis', { hidden: true });
  client.socket.emit('unsub', { t: ['unknown'] });
  const { ok } = await client.socket.timeout(5000).emitWithAck('focus', { e: null, id: null, f: null });
  return ok && client.socket.connected;
}

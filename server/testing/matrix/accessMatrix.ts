/** Checks every cell of the access matrix against a running server and collects the differences from the access rules. */
import { sampleSize } from '../../../config/jest/testEnvironment';
import type { AnyEntity } from '../../../common/entity/entity';
import { MATCH_ALL } from '../../../common/entity/filter';
import { getColumns } from '../../../common/entity/columns';
import type { SubscribeAck, SubscribeResult } from '../../../common/protocol/liveEvents';
import type { Route } from '../../engine/http/routeRegistry';
import { quoteIdentifier } from '../../platform/database/sql';
import { sendRequest, type ApiResponse } from '../callers';
import { connectLiveClient, type LiveClient } from '../live/liveClient';
import { testSeed } from '../random';
import type { TestServer } from '../testServer';
import type { MatrixActor } from './matrixActors';
import {
  visibleColumns,
  MODULE_RULES,
  readableRowsFor,
  entityRules,
  expectedVerdict,
  type AccessRule,
  type AccessVerdict,
} from './expectedAccess';

/** Number of checked cells, and the wrong ones: `what: found ≠ expected`. */
export interface MatrixResult {
  readonly cells: number;
  readonly wrong: readonly string[];
}
interface ResultSheet {
  cells: number;
  readonly wrong: string[];
}
const createSheet = (): ResultSheet => ({ cells: 0, wrong: [] });
function recordCell(sheet: ResultSheet, label: string, actual: unknown, expected: unknown): void {
  sheet.cells += 1;
  if (actual !== expected) sheet.wrong.push(`${label}: ${String(actual)} ≠ ${String(expected)}`);
}

export type Rules = ReadonlyMap<string, AccessRule>;
const routeName = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

/** The rules of all routes: of entities from their definitions, of modules from their list, which takes precedence. */
export const rulesFor = (entities: readonly AnyEntity[]): Rules =>
  new Map([...entities.flatMap((entity) => [...entityRules(entity)]), ...MODULE_RULES]);

/** Routes that read no token decide nothing by the caller. */
const checksCaller = (route: Route): boolean => !route.ignoresToken;

/** A route on no list must require a permission or the super administrator; the matrix then checks that requirement. */
function ruleForRoute(rules: Rules, route: Route): AccessRule | undefined {
  const listed = rules.get(routeName(route));
  const { permission: permissionKey, access, rejectsApiTokens, stepUp } = route;
  const personOnly = rejectsApiTokens === true || stepUp === true;
  if (MODULE_RULES.has(routeName(route)) || !checksCaller(route)) return listed;
  if (listed) return { ...listed, personOnly };
  if (permissionKey !== undefined) return { requirement: { permissionKey }, side: 'admin', personOnly };
  return access === 'super' ? { requirement: 'super', side: 'admin', personOnly } : undefined;
}

const declaredRequirement = ({ access, permission: permissionKey }: Route): string =>
  permissionKey ?? (access === 'guest' ? 'anyone' : access);
const expectedRequirement = ({ requirement, side, superOnly }: AccessRule): string => {
  if (typeof requirement === 'object') return requirement.permissionKey;
  if (requirement === 'nobody') return superOnly ? 'super' : side;
  return requirement === 'staff' ? side : requirement;
};

/** Compares the declared guards of routes with the rules: this finds a missing guard also where a second one still refuses. */
export function checkDeclarations(routes: readonly Route[], rules: Rules): MatrixResult {
  const sheet = createSheet();
  const routesByName = new Map(routes.map((route) => [routeName(route), route]));
  for (const name of rules.keys()) recordCell(sheet, `${name} exists`, routesByName.has(name), true);
  for (const route of routes.filter(checksCaller)) {
    const rule = ruleForRoute(rules, route);
    recordCell(
      sheet,
      routeName(route),
      declaredRequirement(route),
      rule ? expectedRequirement(rule) : 'a line in the list of modules',
    );
    // A custom action of an entity may require a person in addition to its permission.
    if (!rule || !MODULE_RULES.has(routeName(route))) continue;
    const personOnly = route.rejectsApiTokens === true || route.stepUp === true;
    recordCell(sheet, `${routeName(route)} in person`, personOnly, rule.personOnly === true);
    recordCell(sheet, `${routeName(route)} on a wall`, route.allowsKiosk === true, rule.allowsKiosk === true);
    recordCell(
      sheet,
      `${routeName(route)} before enrolment`,
      route.allowsUnenrolled === true,
      rule.beforeEnrolment === true,
    );
  }
  return sheet;
}

const HEADERS = { guest: 'batoken', member: 'ba-user-token', staff: 'batoken' } as const;
const getVerdict = ({ code }: ApiResponse): AccessVerdict =>
  code === 302 ? 'sign in' : code === 403 ? 'denied' : 'in';

export function callRoute(
  server: TestServer,
  actor: Pick<MatrixActor, 'kind' | 'token'>,
  method: string,
  path: string,
) {
  const headers: Record<string, string> = {
    server: 'true',
    ...(actor.token ? { [HEADERS[actor.kind]]: actor.token } : {}),
  };
  if (method === 'GET') return sendRequest(server.url + path, { headers });
  return sendRequest(server.url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
}

const CONCURRENCY = 6;
async function forEachConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const remaining = [...items];
  const worker = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Of all routes, actors that differ in guards call every second one, the others every sixth in turn; a single route and full runs leave none out. */
const DISTINGUISHING_ACTORS = new Set([
  'guest',
  'member',
  'unprivileged',
  'enrolling',
  'half 1',
  'half 2',
  'program',
  'wall',
  'super',
]);
const isSampled = ({ name }: MatrixActor, index: number): boolean =>
  (index + testSeed()) % sampleSize(DISTINGUISHING_ACTORS.has(name) ? 2 : 6, 1) === 0;

/** Calls every route as every actor. Empty requests change nothing: an admitted caller gets a validation error. */
export async function checkRoutes(
  server: TestServer,
  actors: readonly MatrixActor[],
  routes: readonly Route[],
  rules: Rules,
) {
  const sheet = createSheet();
  const combinations = routes
    .filter(checksCaller)
    .flatMap((route, index) =>
      actors
        .filter((actor, place) => routes.length === 1 || isSampled(actor, index + place))
        .map((actor) => ({ route, who: actor })),
    );
  await forEachConcurrently(combinations, async ({ route, who: actor }) => {
    const rule = ruleForRoute(rules, route);
    const response = await callRoute(server, actor, route.method, route.path);
    const label = `${routeName(route)} as ${actor.name}`;
    recordCell(sheet, label, getVerdict(response), rule ? expectedVerdict(actor, rule) : 'a rule');
    if (response.status >= 500) sheet.wrong.push(`${label}: ${response.status}`);
  });
  return sheet as MatrixResult;
}

const getPath = ({ kind }: MatrixActor, { name }: AnyEntity) => `/${kind === 'staff' ? 'admin' : 'api'}/${name}`;
const MAX_ROWS = 200;

/** Compares the ids and columns of lists with the whole table and the rules. `spec` is the registry that defines the rules. */
export async function checkRows(
  server: TestServer,
  actors: readonly MatrixActor[],
  spec: readonly AnyEntity[],
): Promise<MatrixResult> {
  const stored = storedRows(server);
  const sheet = createSheet();
  const combinations = spec.flatMap((entity) => actors.map((actor) => ({ entity, who: actor })));
  await forEachConcurrently(combinations, async ({ entity, who: actor }) => {
    const isReadable = readableRowsFor(actor, entity);
    const path = `${getPath(actor, entity)}/index`;
    if (!server.routes.find(path)?.has('GET') || path === '/api/user/index') return;
    const { data, code } = await callRoute(server, actor, 'GET', `${path}?limit=${MAX_ROWS}&order=id,asc`);
    const label = `${entity.name} as ${actor.name}`;
    recordCell(sheet, `${label} listed`, code === 1, isReadable !== undefined);
    if (code !== 1 || !isReadable) return;
    const rows = await stored(entity);
    const shown = data.list as readonly Record<string, unknown>[];
    // Members know a row by its public number.
    const idColumn = actor.kind === 'member' ? (entity.spec.publicId ?? 'id') : 'id';
    const ids = rows.filter(isReadable).map((row) => Number(row[idColumn]));
    // A log grows while the test reads it; trees are not paged.
    recordCell(sheet, `${label} rows`, shown.map(({ id }) => id).join(), ids.slice(0, shown.length).join());
    recordCell(sheet, `${label} count`, shown.length >= Math.min(MAX_ROWS, Number(data.total)), true);
    if (entity.spec.base !== 'log') recordCell(sheet, `${label} total`, data.total, ids.length);
    recordCell(sheet, `${label} columns`, columnsIn(shown), expectedColumns(actor, entity, shown.length));
  });
  return sheet;
}
type StoredCells = Readonly<Record<string, unknown>>;
/** The stored rows of each entity, deleted ones excluded; logs are read again each time, since they grow. */
function storedRows({ services }: TestServer): (entity: AnyEntity) => Promise<readonly StoredCells[]> {
  const known = new Map<string, Promise<StoredCells[]>>();
  return ({ name, spec }) => {
    const notDeletedSql = spec.base === 'log' ? '' : 'WHERE delete_time IS NULL';
    const hit = spec.base === 'log' ? undefined : known.get(name);
    const rows =
      hit ?? services.db.rows<StoredCells>(`SELECT * FROM ${quoteIdentifier(name)} ${notDeletedSql} ORDER BY id`);
    known.set(name, rows);
    return rows;
  };
}
const columnsIn = ([first = {}]: readonly Record<string, unknown>[]) => Object.keys(first).sort().join();
function expectedColumns(actor: MatrixActor, entity: AnyEntity, count: number): string {
  const short = visibleColumns(actor, entity).filter((name) => getColumns(entity).get(name)?.long !== true);
  return count === 0 ? '' : short.sort().join();
}

const subscriptionResult = (response: SubscribeAck, t: string): SubscribeResult | undefined =>
  response.ok ? response.r[t] : undefined;

/** Sends every socket event as every actor: topics of lists and rows, presence rooms, and tokens of other actors. */
export async function checkLiveEvents(
  server: TestServer,
  actors: readonly MatrixActor[],
  spec: readonly AnyEntity[],
): Promise<MatrixResult> {
  const sheet = createSheet();
  // The topics of a kiosk display do not follow from entities: it has its own test.
  for (const matrixActor of actors.filter(({ kind, isKiosk }) => kind !== 'guest' && !isKiosk)) {
    const actor = getLiveActor(matrixActor);
    const namespaceUrl = `${server.url}/${actor.kind === 'staff' ? 'admin' : 'member'}`;
    const client = await connectLiveClient(namespaceUrl, actor.token, {});
    await checkTopics(sheet, client, actor, spec);
    await checkColumnTopics(sheet, client, actor, spec);
    await checkPresence(sheet, client, actor, spec);
    recordCell(sheet, `vis and unsub as ${actor.name} keep the connection`, await staysConnected(client), true);
    const other = actors.find(({ kind, id, token }) => kind === actor.kind && id !== actor.id && token !== '');
    recordCell(sheet, `auth as ${actor.name} with its own token`, (await client.auth(actor.token)).ok, true);
    if (other)
      recordCell(sheet, `auth as ${actor.name} with another’s token`, (await client.auth(other.token)).ok, false);
    client.close();
  }
  return sheet;
}

/** On the socket an actor that must enrol has no permissions and no rows. */
const getLiveActor = ({ mustEnrol, ...actor }: MatrixActor): MatrixActor =>
  mustEnrol ? { ...actor, id: 0, permissions: new Set() } : actor;

/** Maximum number of topics of a connection: topics are subscribed and unsubscribed in batches. */
async function subscribeOnce(client: LiveClient, topics: readonly { readonly t: string; readonly spec: unknown }[]) {
  const response = await client.ask({ epoch: '', topics });
  client.socket.emit('unsub', { t: topics.map(({ t }) => t) });
  return response;
}

async function checkTopics(
  sheet: ResultSheet,
  client: LiveClient,
  actor: MatrixActor,
  spec: readonly AnyEntity[],
): Promise<void> {
  const topics = spec.map(({ name }) => ({ t: name, spec: { k: 'list', e: name, where: MATCH_ALL, sort: [] } }));
  const response = await subscribeOnce(client, topics);
  for (const entity of spec) {
    const actual = subscriptionResult(response, entity.name)?.ok === true;
    recordCell(sheet, `sub ${entity.name} as ${actor.name}`, actual, readableRowsFor(actor, entity) !== undefined);
  }
}

const TOPICS_PER_REQUEST = 100;
/** A topic over an unreadable column is refused like one over an unknown column; the test asks for every fourth column. */
async function checkColumnTopics(
  sheet: ResultSheet,
  client: LiveClient,
  actor: MatrixActor,
  spec: readonly AnyEntity[],
): Promise<void> {
  const columns = spec.flatMap((entity) =>
    [...getColumns(entity).values()]
      .filter(({ name, operators }) => name !== 'delete_time' && operators.includes('NULL'))
      .filter((_, index) => index % 4 === 0)
      .map(({ name }) => ({ entity, name, open: visibleColumns(actor, entity).includes(name) })),
  );
  for (let from = 0; from < columns.length; from += TOPICS_PER_REQUEST) {
    const topicBatch = columns.slice(from, from + TOPICS_PER_REQUEST);
    const topics = topicBatch.map(({ entity, name }, index) => ({
      t: String(index),
      spec: { k: 'list', e: entity.name, where: { field: name, op: 'NULL', value: null }, sort: [] },
    }));
    const response = await subscribeOnce(client, topics);
    topicBatch.forEach(({ entity, name, open: isVisible }, index) => {
      const actual = subscriptionResult(response, String(index))?.ok === true;
      recordCell(
        sheet,
        `sub ${entity.name}.${name} as ${actor.name}`,
        actual,
        isVisible && readableRowsFor(actor, entity) !== undefined,
      );
    });
  }
}

/** Presence is for staff at entities they may read; the test sends few events, since their rate is limited. */
async function checkPresence(
  sheet: ResultSheet,
  client: LiveClient,
  actor: MatrixActor,
  spec: readonly AnyEntity[],
): Promise<void> {
  for (const entity of spec.filter((_, index) => index % 5 === 0)) {
    const place = { e: entity.name, id: null, f: null };
    const { ok } = await client.socket.timeout(5000).emitWithAck('focus', place);
    recordCell(
      sheet,
      `focus ${entity.name} as ${actor.name}`,
      ok,
      actor.kind === 'staff' && readableRowsFor(actor, entity) !== undefined,
    );
  }
}

async function staysConnected(client: LiveClient): Promise<boolean> {
  client.socket.emit('vis', { hidden: true });
  client.socket.emit('unsub', { t: ['unknown'] });
  const { ok } = await client.socket.timeout(5000).emitWithAck('focus', { e: null, id: null, f: null });
  return ok && client.socket.connected;
}

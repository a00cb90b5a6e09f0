/** What the groups give: permission nodes and row scope of every admin, as of one point of the change log. */
import type { Actor } from '../../common/entity/access';
import type { Services } from '../context';
import { readMethodLimits, type MethodLimits } from './methods';
import { ALL, effectiveOf, lineOf, reachOf, type RoleGroup, type RoleGroups } from './groupLaw';

interface Member {
  readonly id: number;
  readonly name: string;
  readonly account: string;
  readonly enabled: boolean;
  readonly groups: readonly number[];
}
interface Grants {
  /** The last number of the change log this was read at. */
  readonly head: number;
  readonly groups: RoleGroups;
  readonly methods: MethodLimits;
  readonly admins: ReadonlyMap<number, Member>;
  readonly actors: Map<number, Actor>;
  /** Admins of whom a group of theirs, or one above it, asks for a second factor. */
  readonly demanded: ReadonlySet<number>;
}

const known = new WeakMap<Services['db'], Grants>();

/** The log as a read of a session saw it. */
export interface Seen {
  /** Its last number. */
  readonly head: number;
  /** Behind this number no admin, group or menu rule had changed; absent when nobody looked or one had. */
  readonly quietSince?: number;
}
/** Columns by which the very read of a session tells what was seen of the log: one statement, one moment. */
export function seeing(services: Services) {
  const since = known.get(services.db)?.head ?? 0;
  return {
    sql: `(SELECT last FROM \`change_head\` WHERE id = 1) AS head, (SELECT low FROM \`change_head\` WHERE id = 1) AS low, EXISTS (${MOVED}) AS moved`,
    params: [since],
    seen: ({ head, low, moved }: SeenRow): Seen => ({
      head: Number(head),
      ...(Number(moved) === 0 && Number(low) <= since ? { quietSince: since } : {}),
    }),
  };
}
export interface SeenRow {
  readonly head: number;
  readonly low: number;
  readonly moved: number;
}
const MOVED = "SELECT 1 FROM `change_log` WHERE seq > ? AND ent IN ('admin', 'admin_group', 'menu_rule')";

/**
 * The actor an admin acts as right now; `undefined` when there is no such admin or it is disabled. Grants are read again as
 * soon as an admin or a group changed behind the known ones.
 */
export async function staffActor(services: Services, adminId: number, seen: Seen): Promise<Actor | undefined> {
  return actorIn(await grantsAt(services, seen), adminId);
}
function actorIn(grants: Grants, adminId: number): Actor | undefined {
  const hit = grants.actors.get(adminId);
  if (hit) return hit;
  const admin = grants.admins.get(adminId);
  if (!admin?.enabled) return undefined;
  const actor = actorOf(grants, admin);
  grants.actors.set(adminId, actor);
  return actor;
}

/** Whose rows each admin reaches now, all by one reading; nothing for an admin who is disabled or gone. */
export async function reachNow(services: Services): Promise<(adminId: number) => Actor['scope'] | undefined> {
  const [row] = await services.db.rows<{ readonly last: number }>('SELECT last FROM `change_head` WHERE id = 1');
  const grants = await grantsAt(services, { head: Number(row?.last ?? 0) });
  return (adminId) => actorIn(grants, adminId)?.scope;
}

async function grantsAt(services: Services, { head, quietSince = Number.POSITIVE_INFINITY }: Seen): Promise<Grants> {
  const hit = known.get(services.db);
  if (hit && (hit.head >= head || quietSince <= hit.head || !(await changedSince(services, hit.head)))) {
    const current = hit.head >= head ? hit : { ...hit, head };
    known.set(services.db, current);
    return current;
  }
  const fresh = await load(services);
  known.set(services.db, fresh);
  return fresh;
}

async function changedSince(services: Services, seq: number): Promise<boolean> {
  const [found] = await services.db.rows<Pick<SeenRow, 'low' | 'moved'>>(
    `SELECT low, EXISTS (${MOVED}) AS moved FROM \`change_head\` WHERE id = 1`,
    [seq],
  );
  return Number(found?.moved ?? 1) === 1 || Number(found?.low ?? 0) > seq;
}

interface GroupRow {
  readonly id: number;
  readonly pid: number | null;
  readonly rules: string | null;
  readonly data_scope: string;
  readonly require_second_factor: number;
  readonly status: number;
}
interface AdminRow {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly group_arr: string | null;
  readonly status: number;
}

const load = (services: Services): Promise<Grants> =>
  services.db.snapshot(async (tx) => {
    const [head] = await tx.rows<{ readonly last: number }>('SELECT last FROM `change_head` WHERE id = 1');
    const groups = await tx.rows<GroupRow>(
      'SELECT id, pid, rules, data_scope, require_second_factor, status FROM `admin_group` WHERE delete_time IS NULL',
    );
    const admins = await tx.rows<AdminRow>(
      'SELECT id, username, nickname, group_arr, status FROM `admin` WHERE delete_time IS NULL',
    );
    const methods = await readMethodLimits(tx);
    const known = new Map(groups.map((row) => [Number(row.id), groupOf(row)]));
    const members = admins.map(memberOf);
    const strict = new Set(
      groups.filter((row) => Number(row.require_second_factor) === 1).map((row) => Number(row.id)),
    );
    return {
      head: Number(head?.last ?? 0),
      groups: known,
      methods,
      admins: new Map(members.map((member) => [member.id, member])),
      actors: new Map(),
      demanded: new Set(members.filter((member) => isStrict(known, strict, member)).map(({ id }) => id)),
    };
  });

/** Also where the way up is broken, which gives no rights at all. */
const isStrict = (groups: RoleGroups, strict: ReadonlySet<number>, member: Member): boolean =>
  member.groups.some((own) => strict.has(own) || (lineOf(groups, own) ?? []).some(({ id }) => strict.has(id)));

/** Whether an admin must have a second factor. Grants that were just forgotten are read again, so an unknown answer is never a no. */
export async function isDemanded(services: Services, adminId: number): Promise<boolean> {
  const hit = known.get(services.db);
  if (hit) return hit.demanded.has(adminId);
  const fresh = await load(services);
  known.set(services.db, fresh);
  return fresh.demanded.has(adminId);
}

const groupOf = (row: GroupRow): RoleGroup => ({
  id: Number(row.id),
  pid: row.pid === null ? null : Number(row.pid),
  nodes: new Set(listOf(row.rules).map((node) => String(node).toLowerCase())),
  reach: reachOf(row.data_scope),
  enabled: Number(row.status) === 1,
});
const memberOf = (row: AdminRow): Member => ({
  id: Number(row.id),
  name: row.nickname ?? row.username,
  account: row.username,
  enabled: Number(row.status) === 1,
  groups: listOf(row.group_arr).map(Number),
});
const listOf = (text: string | null): readonly unknown[] => {
  const value: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(value) ? value : [];
};

function actorOf(grants: Grants, admin: Member): Actor {
  const held = admin.groups.map((id) => ({ id, ...effectiveOf(grants.groups, id) }));
  const nodes = new Set(held.flatMap((group) => [...group.nodes]));
  return {
    realm: 'staff',
    id: admin.id,
    name: admin.name,
    account: admin.account,
    super: nodes.has(ALL),
    nodes,
    ...(grants.methods.size === 0 ? {} : { methods: grants.methods }),
    scope: nodes.has(ALL) || held.some(({ reach }) => reach === 'all') ? 'all' : scopeOf(grants, admin, held),
    company_id: null,
  };
}

interface HeldGroup {
  readonly id: number;
  readonly reach: string;
}
/** Reads the groups and, of everybody, only who exists in which groups: `live/rights` looks again when any of that moves. */
function scopeOf(grants: Grants, admin: Member, held: readonly HeldGroup[]): readonly number[] {
  const trees = new Set(held.filter(({ reach }) => reach === 'subtree').flatMap(({ id }) => below(grants.groups, id)));
  if (trees.size === 0) return [admin.id];
  const reached = [...grants.admins.values()].filter(({ groups }) => groups.some((id) => trees.has(id)));
  return [...new Set([admin.id, ...reached.map(({ id }) => id)])].sort((one, other) => one - other);
}

function below(groups: RoleGroups, root: number): readonly number[] {
  const found = [root];
  for (const id of found)
    for (const group of groups.values()) if (group.pid === id && !found.includes(group.id)) found.push(group.id);
  return found;
}

/** Groups and one admin as grants are made of them now; no admin when he is gone. */
export async function grantsOf(services: Services, adminId: number) {
  const { groups, admins } = await load(services);
  return { groups, admin: admins.get(adminId) };
}

/** Reads groups and admins again before the next request is judged. */
export const forgetGrants = (services: Services): void => void known.delete(services.db);

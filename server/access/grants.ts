/** What the groups give: permission nodes and row scope of every admin, as of one point of the change log. */
import type { Actor } from '../../common/entity/access';
import type { Kit } from '../kit';

/** Every node there is, now and later. */
const ALL = '*';
type Reach = 'own' | 'subtree' | 'all';
const reachOf = (text: string): Reach => (text === 'all' || text === 'subtree' ? text : 'own');

interface Group {
  readonly id: number;
  readonly pid: number | null;
  readonly nodes: ReadonlySet<string>;
  readonly reach: Reach;
}
interface Member {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly groups: readonly number[];
}
interface Grants {
  /** The last number of the change log this was read at. */
  readonly head: number;
  readonly groups: ReadonlyMap<number, Group>;
  readonly admins: ReadonlyMap<number, Member>;
  readonly actors: Map<number, Actor>;
}

const known = new WeakMap<Kit['db'], Grants>();

/**
 * The actor an admin acts as right now; `undefined` when there is no such admin or it is disabled. `head` is the log's last
 * number as read with the session: grants are read again as soon as an admin or a group changed behind the known ones.
 */
export async function staffActor(kit: Kit, adminId: number, head: number): Promise<Actor | undefined> {
  const grants = await grantsAt(kit, head);
  const hit = grants.actors.get(adminId);
  if (hit) return hit;
  const admin = grants.admins.get(adminId);
  if (!admin?.enabled) return undefined;
  const actor = actorOf(grants, admin);
  grants.actors.set(adminId, actor);
  return actor;
}

async function grantsAt(kit: Kit, head: number): Promise<Grants> {
  const hit = known.get(kit.db);
  if (hit && (hit.head >= head || !(await changedSince(kit, hit.head)))) {
    const current = hit.head >= head ? hit : { ...hit, head };
    known.set(kit.db, current);
    return current;
  }
  const fresh = await load(kit);
  known.set(kit.db, fresh);
  return fresh;
}

async function changedSince(kit: Kit, seq: number): Promise<boolean> {
  const [newer] = await kit.db.rows(
    "SELECT 1 AS one FROM `change_log` WHERE seq > ? AND ent IN ('admin', 'admin_group') LIMIT 1",
    [seq],
  );
  const [head] = await kit.db.rows<{ readonly low: number }>('SELECT low FROM `change_head` WHERE id = 1');
  return newer !== undefined || Number(head?.low ?? 0) > seq;
}

interface GroupRow {
  readonly id: number;
  readonly pid: number | null;
  readonly rules: string | null;
  readonly data_scope: string;
  readonly status: number;
}
interface AdminRow {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly group_arr: string | null;
  readonly status: number;
}

const load = (kit: Kit): Promise<Grants> =>
  kit.db.snapshot(async (tx) => {
    const [head] = await tx.rows<{ readonly last: number }>('SELECT last FROM `change_head` WHERE id = 1');
    const groups = await tx.rows<GroupRow>(
      'SELECT id, pid, rules, data_scope, status FROM `admin_group` WHERE delete_time IS NULL',
    );
    const admins = await tx.rows<AdminRow>(
      'SELECT id, username, nickname, group_arr, status FROM `admin` WHERE delete_time IS NULL',
    );
    return {
      head: Number(head?.last ?? 0),
      groups: new Map(groups.filter((row) => Number(row.status) === 1).map((row) => [Number(row.id), groupOf(row)])),
      admins: new Map(admins.map((row) => [Number(row.id), memberOf(row)])),
      actors: new Map(),
    };
  });

const groupOf = (row: GroupRow): Group => ({
  id: Number(row.id),
  pid: row.pid === null ? null : Number(row.pid),
  nodes: new Set(listOf(row.rules).map((node) => String(node).toLowerCase())),
  reach: reachOf(row.data_scope),
});
const memberOf = (row: AdminRow): Member => ({
  id: Number(row.id),
  name: row.nickname ?? row.username,
  enabled: Number(row.status) === 1,
  groups: listOf(row.group_arr).map(Number),
});
const listOf = (text: string | null): readonly unknown[] => {
  const value: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(value) ? value : [];
};

function actorOf(grants: Grants, admin: Member): Actor {
  const own = admin.groups.flatMap((id) => grants.groups.get(id) ?? []);
  const nodes = new Set(own.flatMap((group) => [...effective(grants.groups, group)]));
  return {
    realm: 'staff',
    id: admin.id,
    name: admin.name,
    super: nodes.has(ALL),
    nodes,
    scope: nodes.has(ALL) || own.some(({ reach }) => reach === 'all') ? 'all' : scopeOf(grants, admin, own),
    company_id: null,
  };
}

/** A group holds no more than the group above it. */
function effective(
  groups: ReadonlyMap<number, Group>,
  group: Group,
  below: readonly number[] = [],
): ReadonlySet<string> {
  if (group.pid === null || group.pid === 0) return group.nodes;
  const parent = groups.get(group.pid);
  if (!parent || below.includes(group.pid)) return new Set();
  const limit = effective(groups, parent, [...below, group.id]);
  if (limit.has(ALL)) return group.nodes;
  return group.nodes.has(ALL) ? limit : new Set([...group.nodes].filter((node) => limit.has(node)));
}

function scopeOf(grants: Grants, admin: Member, own: readonly Group[]): readonly number[] {
  const trees = new Set(own.filter(({ reach }) => reach === 'subtree').flatMap(({ id }) => below(grants.groups, id)));
  const reached = [...grants.admins.values()].filter(({ groups }) => groups.some((id) => trees.has(id)));
  return [...new Set([admin.id, ...reached.map(({ id }) => id)])].sort((one, other) => one - other);
}

function below(groups: ReadonlyMap<number, Group>, root: number): readonly number[] {
  const found = [root];
  for (const id of found)
    for (const group of groups.values()) if (group.pid === id && !found.includes(group.id)) found.push(group.id);
  return found;
}

/** Reads groups and admins again before the next request is judged. */
export const forgetGrants = (kit: Kit): void => void known.delete(kit.db);

/**
 * The law of rights, free of any database: what a role group really gives, and who may hand on what.
 * effective(group) = own ∩ effective(parent), for nodes and for the reach over rows alike.
 */

/** The node that stands for all nodes. */
export const ALL = '*';

const REACHES = ['own', 'subtree', 'all'] as const;
/** Whose rows: only one's own, those of the group and the groups below it, everybody's. */
export type Reach = (typeof REACHES)[number];
export const reachOf = (text: unknown): Reach => REACHES.find((reach) => reach === text) ?? 'own';
const rank = (reach: Reach): number => REACHES.indexOf(reach);
const lesser = (one: Reach, other: Reach): Reach => (rank(one) <= rank(other) ? one : other);
const greater = (one: Reach, other: Reach): Reach => (rank(one) >= rank(other) ? one : other);

/** A role group as it is stored. */
export interface RoleGroup {
  readonly id: number;
  /** The group above it; null at a root. */
  readonly pid: number | null;
  /** Lower-case permission nodes. */
  readonly nodes: ReadonlySet<string>;
  readonly reach: Reach;
  readonly enabled: boolean;
}
export type RoleGroups = ReadonlyMap<number, RoleGroup>;

/** What a group, or several together, really give. */
export interface Held {
  readonly nodes: ReadonlySet<string>;
  readonly reach: Reach;
}
export const NOTHING: Held = { nodes: new Set(), reach: 'own' };

/** The nodes of one set that a limit lets through. */
export function within(own: ReadonlySet<string>, limit: ReadonlySet<string>): ReadonlySet<string> {
  if (limit.has(ALL)) return own;
  return own.has(ALL) ? limit : new Set([...own].filter((node) => limit.has(node)));
}

/** From a group up to its root, itself first; undefined when a group above is missing or the way bites its tail. */
export function lineOf(groups: RoleGroups, id: number): readonly RoleGroup[] | undefined {
  const line: RoleGroup[] = [];
  for (let at: number | null = id; at !== null && at !== 0;) {
    const group = groups.get(at);
    if (!group || line.includes(group)) return undefined;
    line.push(group);
    at = group.pid;
  }
  return line;
}

/** Who holds everything reaches everything. */
const reachGiven = ({ nodes, reach }: RoleGroup): Reach => (nodes.has(ALL) ? 'all' : reach);

/** What a group gives; nothing when it, or one above it, is disabled or gone. */
export function effectiveOf(groups: RoleGroups, id: number): Held {
  const line = lineOf(groups, id);
  const [own] = line ?? [];
  if (!line || !own || line.some(({ enabled }) => !enabled)) return NOTHING;
  return {
    nodes: line.reduce((nodes, group) => within(nodes, group.nodes), own.nodes),
    reach: line.map(reachGiven).reduce(lesser),
  };
}

/** What several groups give together. */
export const heldBy = (groups: RoleGroups, ids: readonly number[]): Held =>
  ids
    .map((id) => effectiveOf(groups, id))
    .reduce(
      (all, held) => ({ nodes: new Set([...all.nodes, ...held.nodes]), reach: greater(all.reach, held.reach) }),
      NOTHING,
    );

/** Whether one lot of rights contains another. */
export const covers = (held: Held, wanted: Held): boolean =>
  held.nodes.has(ALL) ||
  ([...wanted.nodes].every((node) => held.nodes.has(node)) && rank(wanted.reach) <= rank(held.reach));

/** Whether it contains it and more: only then may the one manage the other. */
export const exceeds = (held: Held, other: Held): boolean =>
  held.nodes.has(ALL) || (covers(held, other) && [...held.nodes].some((node) => !other.nodes.has(node)));

/** Whether a group lies below one of these, not being one of them. */
export const isBelow = (groups: RoleGroups, id: number, tops: readonly number[]): boolean =>
  !tops.includes(id) && (lineOf(groups, id) ?? []).some((group) => tops.includes(group.id));

/** Who hands on: his own groups, and what they give. */
export interface Giver extends Held {
  readonly groups: readonly number[];
}

/** Whether an admin may make or change a group so that it becomes `after`; `before` as it is stored. */
export function mayShape(groups: RoleGroups, giver: Giver, after: RoleGroup, before: RoleGroup | undefined): boolean {
  if (giver.nodes.has(ALL)) return true;
  if (before && !(isBelow(groups, before.id, giver.groups) && covers(giver, { ...before }))) return false;
  const { pid } = after;
  const isPlaced = pid !== null && (giver.groups.includes(pid) || isBelow(groups, pid, giver.groups));
  return isPlaced && covers(giver, { ...after });
}

/** Whether a group holds no more than the one above it: told when it is shaped, enforced whenever it is used. */
export function fitsParent(groups: RoleGroups, { pid, nodes }: RoleGroup): boolean {
  if (pid === null) return true;
  const limit = effectiveOf(groups, pid).nodes;
  return limit.has(ALL) || [...nodes].every((node) => limit.has(node));
}

/** Whether an admin may put somebody into these groups: his own and those below, holding no more than himself. */
export const mayAssign = (groups: RoleGroups, giver: Giver, ids: readonly number[]): boolean =>
  giver.nodes.has(ALL) ||
  (ids.every((id) => giver.groups.includes(id) || isBelow(groups, id, giver.groups)) &&
    covers(giver, heldBy(groups, ids)));

/** Role groups as a running act sees them, for everything that hands rights on. */
import { EVERYTHING } from '../../common/entity/filter';
import type { StoredRow } from '../../common/entity/meta';
import { ALL, heldBy, reachOf, type Giver, type Held, type RoleGroup, type RoleGroups } from '../access/groupLaw';
import type { HookContext } from '../engine/write/writer';

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((one) => String(one).toLowerCase()) : [];
export const idsIn = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : []);

/** A stored role group in the terms of the law. */
export const groupOf = (row: StoredRow): RoleGroup => ({
  id: Number(row['id'] ?? 0),
  pid: Number(row['pid'] ?? 0) === 0 ? null : Number(row['pid']),
  nodes: new Set(textsIn(row['rules'])),
  reach: reachOf(row['data_scope']),
  enabled: row['status'] === 1,
});

/** All living groups, as this transaction sees them; `changed` stands in for the stored row of its id. */
export async function readGroups(step: Pick<HookContext, 'find'>, changed?: RoleGroup): Promise<RoleGroups> {
  const rows = await step.find('admin_group', EVERYTHING);
  const groups = new Map(rows.map((row) => [Number(row['id']), groupOf(row)]));
  if (changed) groups.set(changed.id, changed);
  return groups;
}

const EVERY_RIGHT: Held = { nodes: new Set([ALL]), reach: 'all' };

/** The actor as one who hands rights on. The system may give everything. */
export async function giverOf(
  { actor, find }: Pick<HookContext, 'actor' | 'find'>,
  groups: RoleGroups,
): Promise<Giver> {
  if (actor.realm === 'system') return { ...EVERY_RIGHT, groups: [] };
  const [self] = await find('admin', { field: 'id', op: '=', value: actor.id });
  const own = idsIn(self?.['group_arr']);
  const held: Held = actor.super ? EVERY_RIGHT : { nodes: actor.nodes, reach: heldBy(groups, own).reach };
  return { ...held, groups: own };
}

/** How many enabled admins hold everything, as this transaction sees it. */
export async function countSupers(step: Pick<HookContext, 'find'>): Promise<number> {
  const groups = await readGroups(step);
  const admins = await step.find('admin', { field: 'status', op: '=', value: 1 });
  return admins.filter((admin) => heldBy(groups, idsIn(admin['group_arr'])).nodes.has(ALL)).length;
}

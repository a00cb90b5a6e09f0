/** What role groups really give: own rules within those of every group above. Used wherever rights are handed on. */
import type { Actor } from '../../common/entity/access';
import { EVERYTHING } from '../../common/entity/filter';
import type { StoredRow } from '../../common/entity/meta';
import type { Step } from '../engine/writer';

/** The node that stands for all nodes. */
export const ALL = '*';

export interface Groups {
  /** What an enabled group gives; nothing when it, or one above it, is disabled or gone. */
  readonly nodes: (id: number) => ReadonlySet<string>;
  /** What all groups of an admin give together. */
  readonly of: (ids: unknown) => ReadonlySet<string>;
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((one) => String(one).toLowerCase()) : [];
export const idsIn = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : []);

/** All living groups, as this transaction sees them; `changed` stands in for the stored row of its id. */
export async function readGroups(step: Pick<Step, 'find'>, changed?: StoredRow): Promise<Groups> {
  const rows = new Map((await step.find('admin_group', EVERYTHING)).map((row) => [Number(row['id']), row]));
  if (changed) rows.set(Number(changed['id']), changed);
  const nodes = (id: number, below: readonly number[] = []): ReadonlySet<string> => {
    const row = rows.get(id);
    if (row === undefined || row['status'] !== 1 || below.includes(id)) return new Set();
    const own = new Set(textsIn(row['rules']));
    const parent = Number(row['pid'] ?? 0);
    return parent === 0 ? own : within(own, nodes(parent, [...below, id]));
  };
  return {
    nodes: (id) => nodes(id),
    of: (ids) => new Set(idsIn(ids).flatMap((id) => [...nodes(id)])),
  };
}

/** The nodes of one set a limit lets through. */
function within(own: ReadonlySet<string>, limit: ReadonlySet<string>): ReadonlySet<string> {
  if (limit.has(ALL)) return own;
  return own.has(ALL) ? limit : new Set([...own].filter((node) => limit.has(node)));
}

/** Whether an actor holds every one of the nodes, so that it may give them or touch who has them. */
export const covers = (actor: Actor, nodes: Iterable<string>): boolean =>
  actor.realm === 'system' || actor.super || [...nodes].every((node) => actor.nodes.has(node));

/** How many enabled admins hold everything, as this transaction sees it. */
export async function countSupers(step: Pick<Step, 'find'>): Promise<number> {
  const groups = await readGroups(step);
  const admins = await step.find('admin', { field: 'status', op: '=', value: 1 });
  return admins.filter((admin) => groups.of(admin['group_arr']).has(ALL)).length;
}

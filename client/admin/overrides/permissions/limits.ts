/** How far the groups above let a group go: a permission one of them lacks counts for nothing below it (the law is the server's). */
import { ALL } from './nodeTree';

export interface GroupAbove {
  readonly pid: number | null;
  readonly name: string;
  readonly rules: readonly string[];
  readonly enabled: boolean;
}
/** The group that stands in the way of a permission, and whether that is because it is disabled. */
export interface Barrier {
  readonly name: string;
  readonly disabled: boolean;
}

/** From the parent up to the root, as far as the groups are known; a circle is cut. */
export function lineAbove(parent: number | null, groups: ReadonlyMap<number, GroupAbove>): readonly GroupAbove[] {
  const line: GroupAbove[] = [];
  for (let at = parent; at !== null;) {
    const group = groups.get(at);
    if (group === undefined || line.includes(group)) break;
    line.push(group);
    at = group.pid;
  }
  return line;
}

/** The nearest group above that keeps a permission from counting. */
export function barrierOf(node: string, line: readonly GroupAbove[]): Barrier | undefined {
  const group = line.find(({ enabled, rules }) => !enabled || !(rules.includes(ALL) || rules.includes(node)));
  return group && { name: group.name, disabled: !group.enabled };
}

/** What one change-set did to each row, folded into one step, and the patch that leads back. Pure. */
import type { AnyEntity } from '../../../common/entity/entity';
import { columnsOf, type StoredRow } from '../../../common/entity/meta';
import { toWire, type Wire } from '../../../common/entity/project';
import type { Registry } from '../../../common/entity/registry';
import type { StoredLine } from './lines';

/** `make` and `lose`: the row began or ceased to be alive. `purge`: it is gone for good, nothing leads back. */
export type Way = 'change' | 'make' | 'lose' | 'back' | 'purge' | 'nothing';
export interface Touched {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly way: Way;
  /** Its last line of the change-set. */
  readonly seq: number;
  readonly revision: number;
  /** Changed columns, in stored form. */
  readonly before: StoredRow;
  readonly after: StoredRow;
}

type Being = 'absent' | 'alive' | 'removed';
const WAYS: Readonly<Record<Being, Readonly<Record<Being | 'gone', Way>>>> = {
  absent: { absent: 'nothing', alive: 'make', removed: 'nothing', gone: 'nothing' },
  alive: { absent: 'nothing', alive: 'change', removed: 'lose', gone: 'purge' },
  removed: { absent: 'nothing', alive: 'back', removed: 'change', gone: 'purge' },
};
const beingBefore = ({ op }: StoredLine): Being =>
  op === 'c' ? 'absent' : op === 'r' || op === 'x' ? 'removed' : 'alive';
const beingAfter = ({ op }: StoredLine): Being | 'gone' => (op === 'x' ? 'gone' : op === 'd' ? 'removed' : 'alive');

function foldRow(entity: AnyEntity, lines: readonly [StoredLine, ...StoredLine[]]): Touched {
  const [first] = lines;
  const last = lines.at(-1) ?? first;
  const before: Record<string, StoredRow[string]> = {};
  const after: Record<string, StoredRow[string]> = {};
  for (const { op, diff } of lines) {
    if (op !== 'u') continue;
    for (const [name, [was, is]] of Object.entries(diff)) {
      if (!(name in before)) before[name] = was;
      after[name] = is;
    }
  }
  const way = WAYS[beingBefore(first)][beingAfter(last)];
  return { entity, id: first.eid, way, seq: last.seq, revision: last.revision, before, after };
}

/** Rows a person changed, the last touched first. What the house does by itself follows from persons, or is its own affair. */
export function foldChangeSet(registry: Registry, lines: readonly StoredLine[]): readonly Touched[] {
  const byRow = new Map<string, [StoredLine, ...StoredLine[]]>();
  for (const line of lines) {
    if (line.channel === 'system' || line.actor === 'system') continue;
    const key = `${line.ent} ${line.eid}`;
    const known = byRow.get(key);
    if (known === undefined) byRow.set(key, [line]);
    else known.push(line);
  }
  return [...byRow.values()]
    .flatMap((all) => {
      const entity = registry.get(all[0].ent);
      return entity ? [foldRow(entity, all)] : [];
    })
    .filter(({ way }) => way !== 'nothing')
    .sort((a, b) => b.seq - a.seq);
}

/** Neighbours that go the same way, to be taken together: a parent and its child come back, or go, at once. */
export function groupsOf(rows: readonly Touched[]): readonly (readonly [Touched, ...Touched[]])[] {
  const groups: [Touched, ...Touched[]][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && last[0].entity === row.entity && last[0].way === row.way) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** The edit that leads back, as the console would send it; `undefined` when a behaviour alone may make such a change. */
export function wayBack({
  entity,
  before,
  after,
}: Touched): { readonly values: Wire; readonly base: Wire } | undefined {
  const columns = columnsOf(entity);
  const names = Object.keys(before).filter((name) => columns.get(name)?.readonly === false);
  if (names.length === 0) return undefined;
  const wire = (row: StoredRow): Wire =>
    Object.fromEntries(
      names.map((name) => {
        const column = columns.get(name);
        const value = row[name] ?? null;
        return [name, column ? toWire(column, value) : value];
      }),
    );
  return { values: wire(before), base: wire(after) };
}

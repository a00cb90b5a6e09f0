/** What one change-set did to each row, folded into one step, and the patch that leads back. Pure. */
import type { AnyEntity } from '../../../common/entity/entity';
import { columnsOf, type StoredRow } from '../../../common/entity/columns';
import { toWireValue, type WireRow } from '../../../common/entity/projectRow';
import type { Registry } from '../../../common/entity/registry';
import type { StoredHistoryEntry } from '../../engine/read/storedHistory';

/** `make` and `lose`: the row began or ceased to be alive. `purge`: it is gone for good, nothing leads back. */
export type ChangeEffect = 'change' | 'make' | 'lose' | 'back' | 'purge' | 'nothing';
export interface RowChange {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly effect: ChangeEffect;
  /** Its last line of the change-set. */
  readonly seq: number;
  readonly revision: number;
  /** Changed columns, in stored form. */
  readonly before: StoredRow;
  readonly after: StoredRow;
}

type RowState = 'absent' | 'alive' | 'removed';
const EFFECTS: Readonly<Record<RowState, Readonly<Record<RowState | 'gone', ChangeEffect>>>> = {
  absent: { absent: 'nothing', alive: 'make', removed: 'nothing', gone: 'nothing' },
  alive: { absent: 'nothing', alive: 'change', removed: 'lose', gone: 'purge' },
  removed: { absent: 'nothing', alive: 'back', removed: 'change', gone: 'purge' },
};
const stateBefore = ({ op }: StoredHistoryEntry): RowState =>
  op === 'c' ? 'absent' : op === 'r' || op === 'x' ? 'removed' : 'alive';
const stateAfter = ({ op }: StoredHistoryEntry): RowState | 'gone' =>
  op === 'x' ? 'gone' : op === 'd' ? 'removed' : 'alive';

function netChangeOfRow(
  entity: AnyEntity,
  historyEntries: readonly [StoredHistoryEntry, ...StoredHistoryEntry[]],
): RowChange {
  const [first] = historyEntries;
  const lastItem = historyEntries.at(-1) ?? first;
  const before: Record<string, StoredRow[string]> = {};
  const after: Record<string, StoredRow[string]> = {};
  for (const { op, diff } of historyEntries) {
    if (op !== 'u') continue;
    for (const [name, [oldValue, newValue]] of Object.entries(diff)) {
      if (!(name in before)) before[name] = oldValue;
      after[name] = newValue;
    }
  }
  const effect = EFFECTS[stateBefore(first)][stateAfter(lastItem)];
  return { entity, id: first.eid, effect, seq: lastItem.seq, revision: lastItem.revision, before, after };
}

/** Rows a person changed, the last touched first. What the house does by itself follows from persons, or is its own affair. */
export function computeNetChanges(
  registry: Registry,
  historyEntries: readonly StoredHistoryEntry[],
): readonly RowChange[] {
  const byRow = new Map<string, [StoredHistoryEntry, ...StoredHistoryEntry[]]>();
  for (const entry of historyEntries) {
    if (entry.channel === 'system' || entry.actor === 'system') continue;
    const key = `${entry.ent} ${entry.eid}`;
    const rowEntries = byRow.get(key);
    if (rowEntries === undefined) byRow.set(key, [entry]);
    else rowEntries.push(entry);
  }
  return [...byRow.values()]
    .flatMap((entriesOfRow) => {
      const entity = registry.get(entriesOfRow[0].ent);
      return entity ? [netChangeOfRow(entity, entriesOfRow)] : [];
    })
    .filter(({ effect }) => effect !== 'nothing')
    .sort((a, b) => b.seq - a.seq);
}

/** Neighbours that go the same way, to be taken together: a parent and its child come back, or go, at once. */
export function groupAdjacentChanges(rows: readonly RowChange[]): readonly (readonly [RowChange, ...RowChange[]])[] {
  const groups: [RowChange, ...RowChange[]][] = [];
  for (const row of rows) {
    const lastItem = groups.at(-1);
    if (lastItem && lastItem[0].entity === row.entity && lastItem[0].effect === row.effect) lastItem.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** The edit that leads back, as the console would send it; `undefined` when a behaviour alone may make such a change. */
export function revertEdit({
  entity,
  before,
  after,
}: RowChange): { readonly values: WireRow; readonly base: WireRow } | undefined {
  const columns = columnsOf(entity);
  const names = Object.keys(before).filter((name) => columns.get(name)?.readonly === false);
  if (names.length === 0) return undefined;
  const toWireValues = (row: StoredRow): WireRow =>
    Object.fromEntries(
      names.map((name) => {
        const column = columns.get(name);
        const value = row[name] ?? null;
        return [name, column ? toWireValue(column, value) : value];
      }),
    );
  return { values: toWireValues(before), base: toWireValues(after) };
}

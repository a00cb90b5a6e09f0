/** The net change of each row in one change-set, and the edit that reverts it. Pure functions. */
import type { AnyEntity } from '../../../common/entity/entity';
import { getColumns, type StoredRow } from '../../../common/entity/columns';
import { toWireValue, type WireRow } from '../../../common/entity/projectRow';
import type { Registry } from '../../../common/entity/registry';
import type { StoredHistoryEntry } from '../../engine/read/storedHistory';
import { CHANGE_OPS } from '../../live/log/changeLog';

/** `none`: the row is as it was before, such as one created and deleted in the same change-set. A purged row cannot be restored. */
export type ChangeEffect = 'updated' | 'created' | 'deleted' | 'restored' | 'purged' | 'none';
export interface RowChange {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly effect: ChangeEffect;
  /** The row's last history entry in the change-set. */
  readonly seq: number;
  readonly revision: number;
  /** Changed columns, in stored form. */
  readonly before: StoredRow;
  readonly after: StoredRow;
}

type RowState = 'absent' | 'alive' | 'removed';
const EFFECTS: Readonly<Record<RowState, Readonly<Record<RowState | 'gone', ChangeEffect>>>> = {
  absent: { absent: 'none', alive: 'created', removed: 'none', gone: 'none' },
  alive: { absent: 'none', alive: 'updated', removed: 'deleted', gone: 'purged' },
  removed: { absent: 'none', alive: 'restored', removed: 'updated', gone: 'purged' },
};
const stateBefore = ({ op }: StoredHistoryEntry): RowState =>
  op === CHANGE_OPS.created ? 'absent' : op === CHANGE_OPS.restored || op === CHANGE_OPS.purged ? 'removed' : 'alive';
const stateAfter = ({ op }: StoredHistoryEntry): RowState | 'gone' =>
  op === CHANGE_OPS.purged ? 'gone' : op === CHANGE_OPS.deleted ? 'removed' : 'alive';

function netChangeOfRow(
  entity: AnyEntity,
  historyEntries: readonly [StoredHistoryEntry, ...StoredHistoryEntry[]],
): RowChange {
  const [first] = historyEntries;
  const lastItem = historyEntries.at(-1) ?? first;
  const before: Record<string, StoredRow[string]> = {};
  const after: Record<string, StoredRow[string]> = {};
  for (const { op, diff } of historyEntries) {
    if (op !== CHANGE_OPS.updated) continue;
    for (const [name, [oldValue, newValue]] of Object.entries(diff)) {
      if (!(name in before)) before[name] = oldValue;
      after[name] = newValue;
    }
  }
  const effect = EFFECTS[stateBefore(first)][stateAfter(lastItem)];
  return { entity, id: first.eid, effect, seq: lastItem.seq, revision: lastItem.revision, before, after };
}

/** Rows that a person changed, the last changed first. Changes by the system are left out: they follow from those of persons. */
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
    .filter(({ effect }) => effect !== 'none')
    .sort((a, b) => b.seq - a.seq);
}

/** Groups neighbors with the same effect, to be undone together: a parent and its child are restored or deleted at once. */
export function groupAdjacentChanges(rows: readonly RowChange[]): readonly (readonly [RowChange, ...RowChange[]])[] {
  const groups: [RowChange, ...RowChange[]][] = [];
  for (const row of rows) {
    const lastItem = groups.at(-1);
    if (lastItem && lastItem[0].entity === row.entity && lastItem[0].effect === row.effect) lastItem.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** The reverting edit as the console would send it; `undefined` when only hooks may write the change. */
export function revertEdit({
  entity,
  before,
  after,
}: RowChange): { readonly values: WireRow; readonly base: WireRow } | undefined {
  const columns = getColumns(entity);
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

/** Watches the rows of one store: revisions only grow, and what a row shows at a revision is kept to be held against the log. */
import type { WireRow } from '../../common/entity/projectRow';
import type { Store } from '../shared/app/createStore';

export interface RowWatch {
  /** Every state a row was in: by id and revision, the last look of each. */
  readonly states: () => ReadonlyMap<string, { readonly id: number; readonly v: number; readonly row: WireRow }>;
  readonly clear: () => void;
}

export function watchRows(store: Store, violation: (text: string) => void): RowWatch {
  const states = new Map<string, { readonly id: number; readonly v: number; readonly row: WireRow }>();
  let last = store.getState().entities.rows['proof_row'];
  store.subscribe(() => {
    const table = store.getState().entities.rows['proof_row'];
    if (table === last) return;
    for (const [key, held] of Object.entries(table ?? {})) {
      const id = Number(key);
      const before = last?.[id];
      if (before === held) continue;
      if (before && held.revision < before.revision)
        violation(`row ${id} went back from revision ${before.revision} to ${held.revision}`);
      if (!held.isDeleted) states.set(`${id}:${held.revision}`, { id, v: held.revision, row: held.row });
    }
    last = table;
  });
  return { states: () => states, clear: () => states.clear() };
}

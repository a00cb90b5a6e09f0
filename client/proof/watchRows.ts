/** Watches the rows of one store: reports revisions that decrease and records every state of a row for the comparison with the log. */
import type { WireRow } from '../../common/entity/projectRow';
import type { Store } from '../shared/app/createStore';

export interface RowWatch {
  /** The last state of each row at each revision, by `id:revision`. */
  readonly states: () => ReadonlyMap<string, { readonly id: number; readonly v: number; readonly row: WireRow }>;
  readonly clear: () => void;
}

export function watchRows(store: Store, violation: (text: string) => void): RowWatch {
  const states = new Map<string, { readonly id: number; readonly v: number; readonly row: WireRow }>();
  let last = store.getState().entities.rows['proof_row'];
  store.subscribe(() => {
    const table = store.getState().entities.rows['proof_row'];
    if (table === last) return;
    for (const [key, cached] of Object.entries(table ?? {})) {
      const id = Number(key);
      const before = last?.[id];
      if (before === cached) continue;
      if (before && cached.revision < before.revision)
        violation(`row ${id} went back from revision ${before.revision} to ${cached.revision}`);
      if (!cached.isDeleted) states.set(`${id}:${cached.revision}`, { id, v: cached.revision, row: cached.row });
    }
    last = table;
  });
  return { states: () => states, clear: () => states.clear() };
}

/** The list beside the open record. Without one, as on the record's own page, the context is null. */
import { createContext, useMemo } from 'react';
import type { ListModel } from '../list/useListModel';

interface RecordNavigation {
  /** The neighbors of the record in the order of the list; null at the ends of the page. */
  readonly previous: number | null;
  readonly next: number | null;
  /** Opens another record: an id, or a parameter of the list. */
  readonly open: (record: string) => void;
}

export const RecordNavigationContext = createContext<RecordNavigation | null>(null);

export function useRecordNavigation({ items, change }: ListModel, id: number | null): RecordNavigation {
  const index = items.findIndex((item) => item.id === id);
  const previous = index < 0 ? null : (items[index - 1]?.id ?? null);
  const next = index < 0 ? null : (items[index + 1]?.id ?? null);
  return useMemo(() => ({ previous, next, open: (record) => change({ record }) }), [previous, next, change]);
}

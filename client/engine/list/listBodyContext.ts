/** Rows of the surrounding list, for a custom list body. */
import { createContext, useContext } from 'react';
import type { RowHandlers } from './useRowHandlers';
import type { ListModel } from './useListModel';

export interface ListBody {
  readonly model: ListModel;
  readonly handlers: RowHandlers;
}
export const ListBodyContext = createContext<ListBody | null>(null);

export function useListBodyContext(): ListBody {
  const body = useContext(ListBodyContext);
  if (body === null) throw new Error('useListBodyContext needs a ListBodyContext above it');
  return body;
}

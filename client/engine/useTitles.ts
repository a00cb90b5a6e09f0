/** What referenced rows are called: from what answers brought along, else asked for once. */
import { useMemo } from 'react';
import { useAppSelector } from '../shared/createStore';
import { useEntityNamed } from './engineContext';
import { rowsApi } from './rowsApi';
import { useSayTitle } from './useSayTitle';

/** Titles by id; ids that cannot be named (deleted, or out of sight) stay absent. */
export function useTitles(to: string, ids: readonly number[]): Readonly<Record<number, string>> {
  const entity = useEntityNamed(to);
  const say = useSayTitle(to);
  const known = useAppSelector((state) => state.entities.titles[to]);
  const missing = ids.filter((id) => known?.[String(id)] === undefined).join(',');
  const args = useMemo(
    () => ({ e: to, title: entity?.spec.title ?? 'id', params: { initKey: 'id', initValue: missing } }),
    [to, entity, missing],
  );
  rowsApi.useSelectQuery(args, { skip: missing === '' || entity === undefined });
  return Object.fromEntries(
    ids.flatMap((id) => {
      const title = known?.[String(id)];
      return title === undefined ? [] : [[id, say(title)] as const];
    }),
  );
}

/** What referenced rows are called: from what answers brought along, else asked for once. */
import { useMemo } from 'react';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { columnNamed } from '../../common/entity/meta';
import { useBootstrap } from '../shared/bootstrap';
import { useAppSelector } from '../shared/createStore';
import { useEntityNamed } from './engineContext';
import { rowsApi } from './rowsApi';
import { useSayTitle } from './useSayTitle';

/** Titles by id; ids that cannot be named (deleted, or out of sight) stay absent. */
export function useTitles(to: string, ids: readonly number[]): Readonly<Record<number, string>> {
  const entity = useEntityNamed(to);
  const say = useSayTitle(to);
  const { entities } = useBootstrap();
  const known = useAppSelector((state) => state.entities.titles[to]);
  const missing = ids.filter((id) => known?.[String(id)] === undefined).join(',');
  const args = useMemo(
    () => ({ e: to, title: entity?.spec.title ?? 'id', params: { initKey: 'id', initValue: missing } }),
    [to, entity, missing],
  );
  // Of what one may not read nothing is asked.
  rowsApi.useSelectQuery(args, { skip: missing === '' || entity === undefined || entities[to] === undefined });
  return Object.fromEntries(
    ids.flatMap((id) => {
      const title = known?.[String(id)];
      return title === undefined ? [] : [[id, say(title)] as const];
    }),
  );
}

/** The rows a value refers to. */
export const idsIn = (value: Json | undefined): readonly number[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(
    (id): id is number => typeof id === 'number' && id > 0,
  );

/** Sees to it that the rows these values of a field refer to can be named, wherever the values came from. */
export function useTitlesIn(entity: AnyEntity, field: string, ...values: readonly Json[]): void {
  useTitles(columnNamed(entity, field)?.options.to ?? '', [...new Set(values.flatMap(idsIn))]);
}

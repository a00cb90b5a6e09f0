/** What referenced rows are called: from what answers brought along, else asked for once. */
import { useMemo } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn } from '../../../common/entity/columns';
import { useBootstrap } from '../../shared/api/bootstrap';
import { useAppSelector } from '../../shared/app/createStore';
import { useEntity } from '../engineContext';
import { rowsApi } from './rowsApi';
import { useTranslateTitle } from './useTranslateTitle';

/** Titles by id; ids that cannot be named (deleted, or out of sight) stay absent. */
export function useTitles(to: string, ids: readonly number[]): Readonly<Record<number, string>> {
  const entity = useEntity(to);
  const translateTitle = useTranslateTitle(to);
  const { entities } = useBootstrap();
  const knownTitles = useAppSelector((state) => state.entities.titles[to]);
  const missingIds = ids.filter((id) => knownTitles?.[String(id)] === undefined).join(',');
  const args = useMemo(
    () => ({ e: to, title: entity?.spec.title ?? 'id', params: { initKey: 'id', initValue: missingIds } }),
    [to, entity, missingIds],
  );
  // Of what one may not read nothing is asked.
  rowsApi.useSelectQuery(args, { skip: missingIds === '' || entity === undefined || entities[to] === undefined });
  return Object.fromEntries(
    ids.flatMap((id) => {
      const title = knownTitles?.[String(id)];
      return title === undefined ? [] : [[id, translateTitle(title)] as const];
    }),
  );
}

/** The rows a value refers to. */
export const referencedIds = (value: Json | undefined): readonly number[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(
    (id): id is number => typeof id === 'number' && id > 0,
  );

/** Sees to it that the rows these values of a field refer to can be named, wherever the values came from. */
export function useFieldTitles(entity: AnyEntity, field: string, ...values: readonly Json[]): void {
  useTitles(findColumn(entity, field)?.options.to ?? '', [...new Set(values.flatMap(referencedIds))]);
}

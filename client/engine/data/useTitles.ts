/** Titles of referenced rows: from earlier responses, otherwise requested once. */
import { useMemo } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn } from '../../../common/entity/columns';
import { useBootstrap } from '../../shared/api/bootstrap';
import { useAppSelector } from '../../shared/app/createStore';
import { useEntity } from '../engineContext';
import { rowsApi } from './rowsApi';
import { useTranslateTitle } from './useTranslateTitle';

/** Titles by id; deleted or unreadable rows are absent. */
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
  // No request for an entity the user may not read.
  rowsApi.useSelectQuery(args, { skip: missingIds === '' || entity === undefined || entities[to] === undefined });
  return Object.fromEntries(
    ids.flatMap((id) => {
      const title = knownTitles?.[String(id)];
      return title === undefined ? [] : [[id, translateTitle(title)] as const];
    }),
  );
}

/** The row ids in a reference value. */
export const referencedIds = (value: Json | undefined): readonly number[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(
    (id): id is number => typeof id === 'number' && id > 0,
  );

/** Loads the titles of the rows that these values refer to. */
export function useFieldTitles(entity: AnyEntity, field: string, ...values: readonly Json[]): void {
  useTitles(findColumn(entity, field)?.options.to ?? '', [...new Set(values.flatMap(referencedIds))]);
}

/** The console's store as the preview sees it: with the sample rows in place of stored ones. The store itself stays as it is. */
import { useMemo, type ReactNode } from 'react';
import { Provider, useStore } from 'react-redux';
import type { AnyEntity } from '../../../../../common/entity/entity';
import type { RootState } from '../../../../shared/app/createStore';
import type { CachedRow } from '../../../../shared/store/entities';
import type { SampleRows } from './sampleRows';

type StoredRows = RootState['entities']['rows'];
const cachedRows = (rows: SampleRows['rows']): Readonly<Record<number, CachedRow>> =>
  Object.fromEntries(rows.map((row) => [Number(row['id']), { revision: 1, row }]));

/** Sample rows of the entity itself replace all stored ones; those of referred entities and their titles are added. */
function withSamples({ entities, ...state }: RootState, entity: AnyEntity, samples: SampleRows): RootState {
  const targets: StoredRows = Object.fromEntries(
    Object.entries(samples.targets).map(([name, rows]) => [
      name,
      { ...entities.rows[name], ...cachedRows(rows.map(({ row }) => row)) },
    ]),
  );
  const titles = Object.fromEntries(
    Object.entries(samples.targets).map(([name, rows]) => [
      name,
      { ...entities.titles[name], ...Object.fromEntries(rows.map(({ row, title }) => [String(row['id']), title])) },
    ]),
  );
  return {
    ...state,
    presence: { ...state.presence, people: {} },
    entities: {
      ...entities,
      optimistic: {},
      rows: { ...entities.rows, ...targets, [entity.name]: cachedRows(samples.rows) },
      titles: { ...entities.titles, ...titles },
    },
  };
}

interface SampleStoreProps {
  readonly entity: AnyEntity;
  readonly samples: SampleRows;
  readonly children: ReactNode;
}
export function SampleStore({ entity, samples, children }: SampleStoreProps) {
  const store = useStore<RootState>();
  const sampleStore = useMemo(() => {
    let [source, view] = [store.getState(), withSamples(store.getState(), entity, samples)];
    const getState = () => {
      const current = store.getState();
      if (current !== source) [source, view] = [current, withSamples(current, entity, samples)];
      return view;
    };
    return { ...store, getState };
  }, [store, entity, samples]);
  return <Provider store={sampleStore}>{children}</Provider>;
}

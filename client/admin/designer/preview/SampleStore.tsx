/** The console's store as the preview sees it: with the sample rows in place of stored ones. The store itself stays as it is. */
import { useMemo, type ReactNode } from 'react';
import type { Store } from '@reduxjs/toolkit';
import { Provider, useStore } from 'react-redux';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { RootState } from '../../../shared/app/createStore';
import type { CachedRow } from '../../../shared/store/entities';
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
      {
        ...entities.titles[name],
        ...Object.fromEntries(rows.map(({ row, title }) => [String(Number(row['id'])), title])),
      },
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

/** A view of the store. It changes with the store, and is the same object while the store is. */
function createSampleStore(store: Store<RootState>, entity: AnyEntity, samples: SampleRows): Store<RootState> {
  let source = store.getState();
  let view = withSamples(source, entity, samples);
  const getState = () => {
    const current = store.getState();
    if (current !== source) {
      source = current;
      view = withSamples(current, entity, samples);
    }
    return view;
  };
  return { ...store, getState };
}

interface SampleStoreProps {
  readonly entity: AnyEntity;
  readonly samples: SampleRows;
  readonly children: ReactNode;
}
export function SampleStore({ entity, samples, children }: SampleStoreProps) {
  const store = useStore<RootState>();
  const sampleStore = useMemo(() => createSampleStore(store, entity, samples), [store, entity, samples]);
  return <Provider store={sampleStore}>{children}</Provider>;
}

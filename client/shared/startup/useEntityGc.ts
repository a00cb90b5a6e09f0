/** Collects unretained rows of the store once a minute, or within a second once a table exceeds its cap. */
import { useEffect } from 'react';
import type { Client } from './createClient';
import { rowsEvicted } from '../store/entities';
import { asRecord, asString } from '../../../common/json';
import { GC_INTERVAL_MS, type RetainedRows } from '../store/entityGc';

const toNumbers = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : [];

/** Retains the rows of cached responses: a screen may show them again. */
const cachedQueryRows =
  ({ store }: Client): RetainedRows =>
  () =>
    Object.values(store.getState().api.queries).flatMap((query) => {
      const [args, data] = [asRecord(query?.originalArgs), asRecord(query?.data)];
      const e = asString(args?.['e'], 64);
      const ids = [...toNumbers(data?.['ids']), ...toNumbers([data?.['id']])];
      return e === '' || ids.length === 0 ? [] : [[e, ids] as const];
    });

export function useEntityGc(client: Client): void {
  useEffect(() => {
    const { store, app } = client;
    const release = app.entityGc.retain(cachedQueryRows(client));
    const collect = () => {
      const evicted = app.entityGc.collect(store.getState().entities.rows);
      if (evicted.length > 0) store.dispatch(rowsEvicted(evicted));
    };
    let { rows } = store.getState().entities;
    let earlyTimer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe(() => {
      const now = store.getState().entities.rows;
      if (now === rows) return;
      rows = now;
      if (earlyTimer !== undefined || !app.entityGc.isOverCap(rows)) return;
      earlyTimer = setTimeout(() => {
        earlyTimer = undefined;
        collect();
      }, 1_000);
    });
    const timer = setInterval(collect, GC_INTERVAL_MS);
    return () => {
      release();
      unsubscribe();
      clearInterval(timer);
      clearTimeout(earlyTimer);
    };
  }, [client]);
}

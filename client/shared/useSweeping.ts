/** Sweeps the rows of a running client once a minute, at once when a table has outgrown its cap. */
import { useEffect } from 'react';
import type { Client } from './createStore';
import { rowsReleased } from './entities';
import { asRecord, asText } from './persist';
import { SWEEP_MS, type Pin } from './sweeper';

const numbers = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];

/** Answers that are still in the cache are shown again when one comes back to them. */
const cached =
  ({ store }: Client): Pin =>
  () =>
    Object.values(store.getState().api.queries).flatMap((query) => {
      const [args, data] = [asRecord(query?.originalArgs), asRecord(query?.data)];
      const e = asText(args?.['e'], 64);
      const ids = [...numbers(data?.['ids']), ...numbers([data?.['id']])];
      return e === '' || ids.length === 0 ? [] : [[e, ids] as const];
    });

export function useSweeping(client: Client): void {
  useEffect(() => {
    const { store, app } = client;
    const unpin = app.sweeper.pin(cached(client));
    const sweep = () => {
      const released = app.sweeper.sweep(store.getState().entities.rows);
      if (released.length > 0) store.dispatch(rowsReleased(released));
    };
    let { rows } = store.getState().entities;
    let early: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      const now = store.getState().entities.rows;
      if (now === rows) return;
      rows = now;
      if (early !== undefined || !app.sweeper.isFull(rows)) return;
      early = setTimeout(() => {
        early = undefined;
        sweep();
      }, 1_000);
    });
    const timer = setInterval(sweep, SWEEP_MS);
    return () => {
      unpin();
      stop();
      clearInterval(timer);
      clearTimeout(early);
    };
  }, [client]);
}

/**
 * Repeats queries without a response, with back-off, as soon as the live connection is open. It also repeats them before the first connection:
 * the console connects only after its first query, the bootstrap. It covers every mounted RTK Query hook: lists, records, pickers,
 * dashboards and the pages of the member center. Queries that the server refused are not repeated.
 */
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { api } from './api';
import type { ApiServices } from './apiServices';
import type { StateWithConnection } from '../store/connectionSlice';
import { isRetryable } from './faults';
import { asRecord } from '../../../common/json';

/** Spreads the first retry after a reconnect, so that many clients do not send it at the same time. */
const BASE_DELAY_MS = 300;
const JITTER_MS = 700;
const MAX_DELAY_MS = 30_000;

interface QueryEntry {
  readonly status: string;
  readonly endpointName?: string | undefined;
  readonly originalArgs?: unknown;
  readonly error?: unknown;
}
interface ApiState {
  readonly queries: Readonly<Record<string, QueryEntry | undefined>>;
  readonly subscriptions: Readonly<Record<string, object | undefined>>;
}
type State = StateWithConnection & { readonly api: ApiState };
type Thunk = ThunkAction<unknown, State, unknown, UnknownAction>;
interface QueryStore {
  readonly getState: () => State;
  readonly dispatch: (thunk: Thunk) => unknown;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Queries that failed without a refusal and that a mounted hook still waits for. */
const findLostKeys = ({ queries, subscriptions }: ApiState): readonly string[] =>
  Object.keys(queries).filter((key) => {
    const entry = queries[key];
    return entry?.status === 'rejected' && isRetryable(entry.error) && Object.keys(subscriptions[key] ?? {}).length > 0;
  });

type Initiate = (args: unknown, options: { readonly subscribe: false; readonly forceRefetch: true }) => Thunk;
function findInitiate(endpointName: string | undefined): Initiate | undefined {
  const endpoint = asRecord(Reflect.get(api.endpoints, endpointName ?? ''));
  return typeof endpoint?.['initiate'] === 'function' ? (endpoint['initiate'] as Initiate) : undefined; // the registry of RTK Query
}

const retryDelay = (attempts: number) =>
  Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempts) + Math.random() * JITTER_MS;

/** The times of the retries. Every query has its own back-off, so that one that always fails delays no other. */
function createRetryPlan() {
  const plan = new Map<string, { readonly tries: number; readonly due: number }>();
  return {
    clear: () => plan.clear(),
    /** Adds queries that were lost since the last call, and removes those that are neither lost nor running. */
    follow: (lost: readonly string[], inFlight: ReadonlySet<string>) => {
      for (const key of plan.keys()) if (!lost.includes(key) && !inFlight.has(key)) plan.delete(key);
      for (const key of lost) if (!plan.has(key)) plan.set(key, { tries: 0, due: Date.now() + retryDelay(0) });
    },
    /** Milliseconds until the first of them is due. */
    wait: (lost: readonly string[]) =>
      Math.max(0, Math.min(...lost.map((key) => plan.get(key)?.due ?? Infinity)) - Date.now()),
    /** Returns the queries that are due, and schedules the next retry of each. */
    take: (lost: readonly string[]): readonly string[] => {
      const dueAt = lost.filter((key) => (plan.get(key)?.due ?? Infinity) <= Date.now());
      for (const key of dueAt) {
        const attempts = (plan.get(key)?.tries ?? 0) + 1;
        plan.set(key, { tries: attempts, due: Date.now() + retryDelay(attempts) });
      }
      return dueAt;
    },
  };
}

/** Subscribes to the store for its whole lifetime. `retryingQueries` contains the running retries, whose errors are not shown again. */
export function retryLostQueries(store: QueryStore, { retryingQueries }: Pick<ApiServices, 'retryingQueries'>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = createRetryPlan();
  let canRetry = false;
  let lastState: ApiState | undefined;
  const schedule = () => {
    const lost = findLostKeys(store.getState().api);
    plan.follow(lost, retryingQueries);
    clearTimeout(timer);
    timer = undefined;
    if (canRetry && lost.length > 0 && retryingQueries.size === 0)
      timer = setTimeout(() => void retry(), plan.wait(lost));
  };
  const retry = async () => {
    timer = undefined;
    const { api: state } = store.getState();
    const keys = plan.take(findLostKeys(state));
    for (const key of keys) retryingQueries.add(key);
    await Promise.all(
      keys.map((key) => {
        const { endpointName, originalArgs } = state.queries[key] ?? {};
        const initiate = findInitiate(endpointName);
        return initiate && store.dispatch(initiate(originalArgs, { subscribe: false, forceRefetch: true }));
      }),
    );
    retryingQueries.clear();
    schedule();
  };
  store.subscribe(() => {
    const { connection, api: state } = store.getState();
    const couldRetry = canRetry;
    canRetry = connection.status === 'live' || connection.status === 'idle';
    const isSame = lastState?.queries === state.queries && lastState.subscriptions === state.subscriptions;
    lastState = state;
    if (!canRetry) {
      clearTimeout(timer);
      timer = undefined;
      plan.clear();
    } else if (!couldRetry || !isSame) schedule();
  });
}

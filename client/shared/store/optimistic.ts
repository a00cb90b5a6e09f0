/**
 * Optimistic updates: values that were sent and are not acknowledged yet, applied over the cached rows. Invariant: an update is removed in the
 * same dispatch that stores the server's result, so that the old value is never shown in between.
 */
import { createAction } from '@reduxjs/toolkit';
import type { Json } from '../../../common/entity/field';

type Values = Readonly<Record<string, Json>>;
export interface OptimisticUpdate {
  readonly idempotencyKey: string;
  readonly values: Values;
}
/** `updates[entity][id]`: the optimistic updates of a row, oldest first. */
export type OptimisticUpdates = Readonly<Record<string, Readonly<Record<number, readonly OptimisticUpdate[]>>>>;

export const optimisticUpdateAdded = createAction<OptimisticUpdate & { readonly e: string; readonly id: number }>(
  'entities/optimisticUpdateAdded',
);
/** The server refused the mutation, or its result is unknown: the row shows the server's values again. Payload: the idempotency key. */
export const optimisticUpdateRemoved = createAction<string>('entities/optimisticUpdateRemoved');

type AddedUpdate = ReturnType<typeof optimisticUpdateAdded>['payload'];
export function addOptimisticUpdate(
  updates: OptimisticUpdates = {},
  { e, id, idempotencyKey, values }: AddedUpdate,
): OptimisticUpdates {
  const byId = updates[e] ?? {};
  return { ...updates, [e]: { ...byId, [id]: [...(byId[id] ?? []), { idempotencyKey, values }] } };
}

/** Returns the same object if none of the ids is found, which is the usual case. */
export function removeOptimisticUpdates(
  updates: OptimisticUpdates | undefined,
  confirmedKeys: ReadonlySet<string>,
): OptimisticUpdates | undefined {
  if (updates === undefined || confirmedKeys.size === 0) return updates;
  const entries = Object.entries(updates).flatMap(([e, byId]) =>
    Object.entries(byId).flatMap(([id, list]) => list.map((update) => ({ e, id: Number(id), ...update }))),
  );
  const remaining = entries.filter(({ idempotencyKey }) => !confirmedKeys.has(idempotencyKey));
  if (remaining.length === entries.length) return updates;
  return remaining.length === 0
    ? undefined
    : remaining.reduce<OptimisticUpdates>((result, update) => addOptimisticUpdate(result, update), {});
}

/** The row with the optimistic updates applied. */
export const applyOptimisticUpdates = (row: Values, list: readonly OptimisticUpdate[]): Values =>
  list.reduce((result, { values }) => ({ ...result, ...values }), row);

/**
 * What a person asked for and the server has not answered yet, laid over the rows it concerns. Law: an overlay goes in the very
 * step in which what the server made of it arrives, so that the old value is never shown in between.
 */
import { createAction } from '@reduxjs/toolkit';
import type { Json } from '../../../common/entity/field';

type Values = Readonly<Record<string, Json>>;
export interface OptimisticUpdate {
  readonly mid: string;
  readonly values: Values;
}
/** `overlays[entity][id]`, oldest first. */
export type OptimisticUpdates = Readonly<Record<string, Readonly<Record<number, readonly OptimisticUpdate[]>>>>;

export const optimisticUpdateAdded = createAction<OptimisticUpdate & { readonly e: string; readonly id: number }>(
  'entities/overlaid',
);
/** Refused, or nobody knows: what the server says stands. */
export const optimisticUpdateRemoved = createAction<string>('entities/overlayDropped');

type AddedUpdate = ReturnType<typeof optimisticUpdateAdded>['payload'];
export function addOptimisticUpdate(
  updates: OptimisticUpdates = {},
  { e, id, mid, values }: AddedUpdate,
): OptimisticUpdates {
  const byId = updates[e] ?? {};
  return { ...updates, [e]: { ...byId, [id]: [...(byId[id] ?? []), { mid, values }] } };
}

/** The same object when none of them was there, which is nearly always. */
export function removeOptimisticUpdates(
  updates: OptimisticUpdates | undefined,
  mids: ReadonlySet<string>,
): OptimisticUpdates | undefined {
  if (updates === undefined || mids.size === 0) return updates;
  const entries = Object.entries(updates).flatMap(([e, byId]) =>
    Object.entries(byId).flatMap(([id, list]) => list.map((one) => ({ e, id: Number(id), ...one }))),
  );
  const remaining = entries.filter(({ mid }) => !mids.has(mid));
  if (remaining.length === entries.length) return updates;
  return remaining.length === 0
    ? undefined
    : remaining.reduce<OptimisticUpdates>((all, one) => addOptimisticUpdate(all, one), {});
}

/** A row as it is shown: what the server said, with what was asked of it since. */
export const applyOptimisticUpdates = (row: Values, list: readonly OptimisticUpdate[]): Values =>
  list.reduce((result, { values }) => ({ ...result, ...values }), row);

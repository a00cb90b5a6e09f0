/**
 * What a person asked for and the server has not answered yet, laid over the rows it concerns. Law: an overlay goes in the very
 * step in which what the server made of it arrives, so that the old value is never shown in between.
 */
import { createAction } from '@reduxjs/toolkit';
import type { Json } from '../../common/entity/field';

type Values = Readonly<Record<string, Json>>;
export interface Overlay {
  readonly mid: string;
  readonly set: Values;
}
/** `overlays[entity][id]`, oldest first. */
export type Overlays = Readonly<Record<string, Readonly<Record<number, readonly Overlay[]>>>>;

export const overlaid = createAction<Overlay & { readonly e: string; readonly id: number }>('entities/overlaid');
/** Refused, or nobody knows: what the server says stands. */
export const overlayDropped = createAction<string>('entities/overlayDropped');

type Laid = ReturnType<typeof overlaid>['payload'];
export function withOverlay(overlays: Overlays = {}, { e, id, mid, set }: Laid): Overlays {
  const table = overlays[e] ?? {};
  return { ...overlays, [e]: { ...table, [id]: [...(table[id] ?? []), { mid, set }] } };
}

/** The same object when none of them was there, which is nearly always. */
export function withoutOverlays(overlays: Overlays | undefined, mids: ReadonlySet<string>): Overlays | undefined {
  if (overlays === undefined || mids.size === 0) return overlays;
  const laid = Object.entries(overlays).flatMap(([e, table]) =>
    Object.entries(table).flatMap(([id, list]) => list.map((one) => ({ e, id: Number(id), ...one }))),
  );
  const left = laid.filter(({ mid }) => !mids.has(mid));
  if (left.length === laid.length) return overlays;
  return left.length === 0 ? undefined : left.reduce<Overlays>((all, one) => withOverlay(all, one), {});
}

/** A row as it is shown: what the server said, with what was asked of it since. */
export const overlay = (row: Values, list: readonly Overlay[]): Values =>
  list.reduce((shown, { set }) => ({ ...shown, ...set }), row);

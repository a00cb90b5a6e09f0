/**
 * Resolutions chosen or typed in the conflict dialog but not saved, kept while the dialog is closed. Keyed by unit:
 * one field, or the joined names of a merge group.
 */
import type { BlockChoice } from '../../../common/text/richText/mergeRichText';

/** `blocks`: a choice for each contested block of a formatted text. `own`: typed by hand;
 * drafts that browsers store contain this word. */
export type ResolutionSide = 'theirs' | 'mine' | 'both' | 'own' | 'blocks';
export interface Resolution {
  readonly side: ResolutionSide;
  /** The choices of the side `blocks`; null where none is made yet. */
  readonly blocks?: readonly (BlockChoice | null)[];
  /** The result typed by hand. */
  readonly text: string;
}
export interface StoredResolution extends Resolution {
  /** The sides it was chosen between, serialized; empty when they may no longer be read. */
  readonly between: string;
}
export type Resolutions = Readonly<Record<string, StoredResolution>>;

const fieldsOfUnit = (unit: string): readonly string[] => unit.split(',');

/** Fields with a result typed by hand. */
export const manuallyResolvedFields = (resolutions: Resolutions): readonly string[] =>
  Object.entries(resolutions).flatMap(([unit, { side }]) => (side === 'own' ? fieldsOfUnit(unit) : []));

/** The result typed by hand for a field outside merge groups. */
export function findManualText(resolutions: Resolutions, field: string): string | undefined {
  const resolution = resolutions[field];
  return resolution?.side === 'own' ? resolution.text : undefined;
}
/** A restored result typed by hand; its sides are unknown. */
export const createManualResolution = (text: string): StoredResolution => ({ side: 'own', text, between: '' });

export const removeResolution = (resolutions: Resolutions, unit: string): Resolutions =>
  Object.fromEntries(Object.entries(resolutions).filter(([key]) => key !== unit));

/** Drops resolutions of fields that may no longer be read; results typed by hand stay, without their sides. */
export const forgetSides = (resolutions: Resolutions, isForgotten: (field: string) => boolean): Resolutions =>
  Object.fromEntries(
    Object.entries(resolutions).flatMap(([unit, resolution]): [string, StoredResolution][] => {
      if (!fieldsOfUnit(unit).some(isForgotten)) return [[unit, resolution]];
      return resolution.side === 'own' ? [[unit, { ...resolution, between: '' }]] : [];
    }),
  );

/** The sides changed since: a choice is asked again; a typed result stays and is marked as outdated. */
export const isStaleResolution = (resolution: StoredResolution, sides: string): boolean => resolution.between !== sides;

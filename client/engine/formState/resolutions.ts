/**
 * What was chosen or written in the conflict dialog and is not saved yet: whoever goes back to the form finds it again. Kept by
 * unit, which is one field or the fields that merge as one, named together.
 */
export type ResolutionSide = 'theirs' | 'mine' | 'both' | 'own';
export interface Resolution {
  readonly side: ResolutionSide;
  /** What was written by hand. */
  readonly text: string;
}
export interface StoredResolution extends Resolution {
  /** The sides it was chosen between, printed; empty: they may not be known any more. */
  readonly between: string;
}
export type Resolutions = Readonly<Record<string, StoredResolution>>;

const fieldsOfUnit = (unit: string): readonly string[] => unit.split(',');

/** The fields with a result that was written by hand. */
export const manuallyResolvedFields = (resolutions: Resolutions): readonly string[] =>
  Object.entries(resolutions).flatMap(([unit, { side }]) => (side === 'own' ? fieldsOfUnit(unit) : []));

/** The result that was written by hand for a field that merges with no other. */
export function manualTextOf(resolutions: Resolutions, field: string): string | undefined {
  const resolution = resolutions[field];
  return resolution?.side === 'own' ? resolution.text : undefined;
}
/** Such a result as it was kept: between which sides it was written is not known any more. */
export const manualResolution = (text: string): StoredResolution => ({ side: 'own', text, between: '' });

export const removeResolution = (resolutions: Resolutions, unit: string): Resolutions =>
  Object.fromEntries(Object.entries(resolutions).filter(([key]) => key !== unit));

/** Of fields that may not be read any more only what was written by hand stays, without what it was written between. */
export const forgetSides = (resolutions: Resolutions, isForgotten: (field: string) => boolean): Resolutions =>
  Object.fromEntries(
    Object.entries(resolutions).flatMap(([unit, resolution]): [string, StoredResolution][] => {
      if (!fieldsOfUnit(unit).some(isForgotten)) return [[unit, resolution]];
      return resolution.side === 'own' ? [[unit, { ...resolution, between: '' }]] : [];
    }),
  );

/** Chosen between other sides than stand there now: a choice is asked for anew, a written text stays and that is said. */
export const isStaleResolution = (resolution: StoredResolution, sides: string): boolean => resolution.between !== sides;

/**
 * What was chosen or written in the conflict dialog and is not saved yet: whoever goes back to the form finds it again. Kept by
 * unit, which is one field or the fields that merge as one, named together.
 */
export type Side = 'theirs' | 'mine' | 'both' | 'own';
export interface Pick {
  readonly side: Side;
  /** What was written by hand. */
  readonly text: string;
}
export interface KeptPick extends Pick {
  /** The sides it was chosen between, printed; empty: they may not be known any more. */
  readonly between: string;
}
export type Picks = Readonly<Record<string, KeptPick>>;

const fieldsOf = (unit: string): readonly string[] => unit.split(',');

/** The fields with a result that was written by hand. */
export const writtenFields = (picks: Picks): readonly string[] =>
  Object.entries(picks).flatMap(([unit, { side }]) => (side === 'own' ? fieldsOf(unit) : []));

/** The result that was written by hand for a field that merges with no other. */
export function writtenFor(picks: Picks, field: string): string | undefined {
  const pick = picks[field];
  return pick?.side === 'own' ? pick.text : undefined;
}
/** Such a result as it was kept: between which sides it was written is not known any more. */
export const keptPick = (text: string): KeptPick => ({ side: 'own', text, between: '' });

export const withoutPick = (picks: Picks, unit: string): Picks =>
  Object.fromEntries(Object.entries(picks).filter(([key]) => key !== unit));

/** Of fields that may not be read any more only what was written by hand stays, without what it was written between. */
export const withoutSides = (picks: Picks, isForgotten: (field: string) => boolean): Picks =>
  Object.fromEntries(
    Object.entries(picks).flatMap(([unit, pick]): [string, KeptPick][] => {
      if (!fieldsOf(unit).some(isForgotten)) return [[unit, pick]];
      return pick.side === 'own' ? [[unit, { ...pick, between: '' }]] : [];
    }),
  );

/** Chosen between other sides than stand there now: a choice is asked for anew, a written text stays and that is said. */
export const isOutdated = (pick: KeptPick, sides: string): boolean => pick.between !== sides;

/** Columns give way to one another before a list has to be scrolled sideways. */
import type { FieldKind } from '../../../../common/entity/fieldKinds';
import { textWidth } from '../../fieldTypes/cells/textWidth';

export interface FlexibleColumn {
  readonly width: number;
  /** Narrowest width at which its values can still be told apart; the same as `width` where it gives nothing. */
  readonly minWidth: number;
}

/** Kinds whose values stay telling when their ends are cut off. */
const SHRINKABLE_FIELD_TYPES: ReadonlySet<FieldKind> = new Set([
  'text',
  'rich_text',
  'ref',
  'refs',
  'array',
  'json',
  'key_values',
  'file',
  'files',
  'city',
  'choices',
] as const);
const MIN_RATIO = 0.6;
/** Kinds whose values are labels side by side: narrower than this, not even one of them would be whole. */
const LABEL_FIELD_TYPES: ReadonlySet<FieldKind> = new Set(['array', 'refs', 'choices'] as const);
const LABEL_MIN_WIDTH = 140;

/** Padding of a head's cell, and the arrow that tells the order. */
const HEADER_PADDING = 52;
/** About how much room the name of a column takes in its head, in pixels. */
export const headerWidth = (label: string): number => HEADER_PADDING + textWidth(label);

/** What a column of a kind may be narrowed to, its name still readable; a width that somebody chose by hand is kept. */
export function minWidthOf(kind: FieldKind, width: number, label: string, isChosen: boolean): number {
  if (isChosen || !SHRINKABLE_FIELD_TYPES.has(kind)) return width;
  return Math.min(
    width,
    Math.max(Math.round(width * MIN_RATIO), headerWidth(label), LABEL_FIELD_TYPES.has(kind) ? LABEL_MIN_WIDTH : 0),
  );
}

/**
 * Widths in pixels that fill no more than the room if they can: what is too much is taken from each column in proportion to
 * what it can give. Room 0 means that it is not known yet.
 */
export function fitWidths(columns: readonly FlexibleColumn[], availableWidth: number): readonly number[] {
  const totalWidth = columns.reduce((sum, { width }) => sum + width, 0);
  const shrinkable = columns.reduce((sum, { width, minWidth }) => sum + width - minWidth, 0);
  if (availableWidth <= 0 || totalWidth <= availableWidth || shrinkable === 0) return columns.map(({ width }) => width);
  const shrinkRatio = Math.min(1, (totalWidth - availableWidth) / shrinkable);
  return columns.map(({ width, minWidth }) => Math.floor(width - (width - minWidth) * shrinkRatio));
}

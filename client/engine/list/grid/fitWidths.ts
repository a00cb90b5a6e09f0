/** Shrinks columns before a list scrolls horizontally. */
import type { FieldKind } from '../../../../common/entity/fieldKinds';
import { textWidth } from '../../fieldTypes/cells/textWidth';

export interface FlexibleColumn {
  readonly width: number;
  /** Smallest useful width; equal to `width` for columns that do not shrink. */
  readonly minWidth: number;
  /** An amount: the figure that matters. */
  readonly isFigure?: boolean;
}

/** Kinds that stay readable when truncated. */
const SHRINKABLE_FIELD_KINDS: ReadonlySet<FieldKind> = new Set([
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
/** Kinds shown as labels; the minimum width fits one label. */
const LABEL_FIELD_KINDS: ReadonlySet<FieldKind> = new Set(['array'] as const);
const LABEL_MIN_WIDTH = 140;

/** Padding of a header cell, and most of the sort arrow. */
const HEADER_PADDING = 40;
/** Estimated width of a column header in pixels. */
export const headerWidth = (label: string): number => HEADER_PADDING + textWidth(label);

/** The minimum width of a column in pixels, at which its name is readable; a width chosen by hand does not shrink. */
export function computeMinWidth(kind: FieldKind, width: number, label: string, isChosen: boolean): number {
  if (isChosen || !SHRINKABLE_FIELD_KINDS.has(kind)) return width;
  return Math.min(
    width,
    Math.max(Math.round(width * MIN_RATIO), headerWidth(label), LABEL_FIELD_KINDS.has(kind) ? LABEL_MIN_WIDTH : 0),
  );
}

const MIN_TITLE_WIDTH = 240;
/**
 * Leaves out columns from the end, amounts last, until the title, at `titleIndex`, has its width and no column is cut. An available width of 0 means
 * unknown.
 */
export function dropColumns<T extends FlexibleColumn>(
  columns: readonly T[],
  titleIndex: number,
  availableWidth: number,
): readonly T[] {
  if (availableWidth <= 0 || titleIndex < 0) return columns;
  let fittingColumns = columns.map((column, index) =>
    index === titleIndex ? { ...column, minWidth: Math.min(column.width, MIN_TITLE_WIDTH) } : column,
  );
  const title = fittingColumns[titleIndex];
  const isTooWide = () =>
    fittingColumns.reduce((sum, column) => sum + (column === title ? MIN_TITLE_WIDTH : column.minWidth), 0) >
    availableWidth;
  while (fittingColumns.length > 1 && isTooWide()) {
    const droppable = fittingColumns.filter((column) => column !== title);
    const dropped = droppable.findLast((column) => column.isFigure !== true) ?? droppable.at(-1);
    fittingColumns = fittingColumns.filter((column) => column !== dropped);
  }
  return fittingColumns;
}

/**
 * Column widths in pixels that fit into the available width if possible: each column shrinks in proportion to what it
 * can give. An available width of 0 means unknown.
 */
export function fitWidths(columns: readonly FlexibleColumn[], availableWidth: number): readonly number[] {
  const totalWidth = columns.reduce((sum, { width }) => sum + width, 0);
  const shrinkable = columns.reduce((sum, { width, minWidth }) => sum + width - minWidth, 0);
  if (availableWidth <= 0 || totalWidth <= availableWidth || shrinkable === 0) return columns.map(({ width }) => width);
  const shrinkRatio = Math.min(1, (totalWidth - availableWidth) / shrinkable);
  return columns.map(({ width, minWidth }) => Math.floor(width - (width - minWidth) * shrinkRatio));
}

/** Columns give way to one another before a list has to be scrolled sideways. */
import type { Kind } from '../../../common/entity/kinds';

export interface Fitted {
  readonly width: number;
  /** Narrowest width at which its values can still be told apart; the same as `width` where it gives nothing. */
  readonly least: number;
}

/** Kinds whose values stay telling when their ends are cut off. */
const ELASTIC: ReadonlySet<Kind> = new Set([
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
const GIVES = 0.6;
/** Kinds whose values are labels side by side: narrower than this, not even one of them would be whole. */
const LABELLED: ReadonlySet<Kind> = new Set(['array', 'refs', 'choices'] as const);
const ONE_LABEL = 140;

const LATIN = 7.5;
const WIDE = 14;
/** Padding of a head's cell, and the arrow that tells the order. */
const AROUND = 52;
/** About how wide a line of text is, in pixels. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter > '\u2E80' ? WIDE : LATIN), 0);
/** About how much room the name of a column takes in its head, in pixels. */
export const headWidth = (label: string): number => AROUND + textWidth(label);

/** What a column of a kind may be narrowed to, its name still readable; a width that somebody chose by hand is kept. */
export function leastOf(kind: Kind, width: number, label: string, isChosen: boolean): number {
  if (isChosen || !ELASTIC.has(kind)) return width;
  return Math.min(width, Math.max(Math.round(width * GIVES), headWidth(label), LABELLED.has(kind) ? ONE_LABEL : 0));
}

/**
 * Widths in pixels that fill no more than the room if they can: what is too much is taken from each column in proportion to
 * what it can give. Room 0 means that it is not known yet.
 */
export function fitWidths(columns: readonly Fitted[], room: number): readonly number[] {
  const wanted = columns.reduce((sum, { width }) => sum + width, 0);
  const given = columns.reduce((sum, { width, least }) => sum + width - least, 0);
  if (room <= 0 || wanted <= room || given === 0) return columns.map(({ width }) => width);
  const share = Math.min(1, (wanted - room) / given);
  return columns.map(({ width, least }) => Math.floor(width - (width - least) * share));
}

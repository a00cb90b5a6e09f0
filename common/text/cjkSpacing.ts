/** Adds a space where Chinese meets Latin letters or digits at the edge of an interpolated value; the value itself is unchanged. */

/** Marks an edge of a value during interpolation; a noncharacter of Unicode for internal use. */
const EDGE = '\uFDD0';
const HAN = '\\p{Script=Han}';
const LATIN = '[\\p{Script=Latin}\\p{Nd}]';
const CJK_LATIN_BOUNDARY = new RegExp(`(${HAN})${EDGE}+(?=${LATIN})|(${LATIN})${EDGE}+(?=${HAN})`, 'gu');
const EDGES = new RegExp(EDGE, 'gu');

export const markEdges = (value: string): string => `${EDGE}${value}${EDGE}`;
export const applyCjkSpacing = (text: string): string =>
  text.includes(EDGE) ? text.replace(CJK_LATIN_BOUNDARY, '$1$2 ').replace(EDGES, '') : text;

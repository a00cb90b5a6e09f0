/** A space where Chinese meets Latin letters or digits at the edge of a value filled into a sentence; the value itself is left alone. */

/** Marks an edge while a sentence is being filled; Unicode keeps it for the inside of programs. */
const EDGE = '\uFDD0';
const HAN = '\\p{Script=Han}';
const LATIN = '[\\p{Script=Latin}\\p{Nd}]';
const CJK_LATIN_BOUNDARY = new RegExp(`(${HAN})${EDGE}+(?=${LATIN})|(${LATIN})${EDGE}+(?=${HAN})`, 'gu');
const EDGES = new RegExp(EDGE, 'gu');

export const markEdges = (value: string): string => `${EDGE}${value}${EDGE}`;
export const applyCjkSpacing = (text: string): string =>
  text.includes(EDGE) ? text.replace(CJK_LATIN_BOUNDARY, '$1$2 ').replace(EDGES, '') : text;

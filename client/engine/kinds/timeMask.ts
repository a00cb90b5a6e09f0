/** Days and times as they are typed: the house's own form, whatever form the browser's language has. */

/** Digits where they belong, and what stands between them. */
export const SHAPES = {
  day: 'yyyy-mm-dd',
  time: 'hh:MM:ss',
  instant: 'yyyy-mm-dd hh:MM:ss',
} as const;
export type ShapeName = keyof typeof SHAPES;

const isDigit = (sign: string) => sign >= '0' && sign <= '9';

/** The digits of a text put into the places of a shape, as far as they go. */
function laid(shape: string, digits: string): string {
  let text = '';
  let at = 0;
  for (const place of shape) {
    if (at >= digits.length) break;
    text += /[a-z]/i.test(place) ? digits.charAt(at++) : place;
  }
  return text;
}

/**
 * What an input shows after a key: signs between the digits come by themselves at its end, and what is deleted or put right
 * in the middle stays as it was typed. A pasted day or time of another spelling (`2026/1/31`, `2026-01-31T18:30`) is read.
 */
export function masked(shape: string, before: string, text: string): string {
  const appended = text.length > before.length && text.startsWith(before);
  if (!appended) return text;
  if (/[^\d\s:./T-]/.test(text)) return text;
  const parts = text.split(/\D+/).filter((part) => part !== '');
  const isOver = (at: number) => at < parts.length - 1 || !isDigit(text.at(-1) ?? '');
  const isYear = (at: number) => at === 0 && shape.startsWith('y');
  const whole = parts.map((part, at) => (isOver(at) && !isYear(at) ? part.padStart(2, '0') : part));
  return laid(shape, whole.join(''));
}

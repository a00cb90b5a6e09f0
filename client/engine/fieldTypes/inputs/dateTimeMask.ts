/** Masked typing of dates and times in a fixed format, independent of the browser's language. */

/** Masks of digits and separators. */
export const MASKS = {
  day: 'yyyy-mm-dd',
  time: 'hh:MM:ss',
  instant: 'yyyy-mm-dd hh:MM:ss',
} as const;
/** Examples shown in empty inputs; the same in every language. */
export const MASK_EXAMPLES = {
  day: '2026-01-31',
  time: '18:30',
  instant: '2026-01-31 18:30',
} as const;
export type MaskName = keyof typeof MASKS;

const isDigit = (separatorAt: string) => separatorAt >= '0' && separatorAt <= '9';

/** Fills the given digits into a mask. */
function layOut(mask: string, digits: string): string {
  let text = '';
  let offset = 0;
  for (const position of mask) {
    if (offset >= digits.length) break;
    text += /[a-z]/i.test(position) ? digits.charAt(offset++) : position;
  }
  return text;
}

/**
 * Returns the text after a key press: separators are added at the end; deletions and corrections in the middle stay as
 * typed. Pasted values in other formats (`2026/1/31`, `2026-01-31T18:30`) are read.
 */
export function applyMask(mask: string, before: string, text: string): string {
  const isAppended = text.length > before.length && text.startsWith(before);
  if (!isAppended) return text;
  if (/[^\d\s:./T-]/.test(text)) return text;
  const parts = text.split(/\D+/).filter((part) => part !== '');
  const isFinished = (offset: number) => offset < parts.length - 1 || !isDigit(text.at(-1) ?? '');
  const isYear = (offset: number) => offset === 0 && mask.startsWith('y');
  const padded = parts.map((part, offset) => (isFinished(offset) && !isYear(offset) ? part.padStart(2, '0') : part));
  return layOut(mask, padded.join(''));
}

/** Values cut to what a line of a log shows: long texts to their beginning, nested ones to their text. */
import type { Json } from '../../common/entity/field';
import { beginning } from '../../common/text/clean';

const LONGEST = 200;
const cut = (text: string): string => (text.length <= LONGEST ? text : `${beginning(text, LONGEST)}… (${text.length})`);
const isPlain = (value: Json): value is string | number | boolean | null => value === null || typeof value !== 'object';

/** The value itself when it is short and flat, else the beginning of its text. */
export function inBrief(value: Json): Json {
  if (typeof value === 'string') return cut(value);
  if (isPlain(value)) return value;
  const text = JSON.stringify(value);
  const isFlat = Array.isArray(value) && (value as readonly Json[]).every(isPlain);
  return isFlat && text.length <= LONGEST ? value : cut(text);
}

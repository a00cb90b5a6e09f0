/** Truncates values for the recycle log and the sensitive data log: long texts to their beginning, nested values to the beginning of their JSON. */
import type { Json } from '../../../common/entity/field';
import { truncate } from '../../../common/text/normalize';

const MAX_LENGTH = 200;
const truncateText = (text: string): string =>
  text.length <= MAX_LENGTH ? text : `${truncate(text, MAX_LENGTH)}… (${text.length})`;
const isPlain = (value: Json): value is string | number | boolean | null => value === null || typeof value !== 'object';

/** The value itself when it is short and flat, else the beginning of its text. */
export function truncateValue(value: Json): Json {
  if (typeof value === 'string') return truncateText(value);
  if (isPlain(value)) return value;
  const text = JSON.stringify(value);
  const isFlat = Array.isArray(value) && (value as readonly Json[]).every(isPlain);
  return isFlat && text.length <= MAX_LENGTH ? value : truncateText(text);
}

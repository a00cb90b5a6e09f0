/** Which values the attributes of formatted text may have in a shared draft. The editor drops other ones, and the server refuses them. */
import { isSafeLinkUrl } from '../safeLinkUrl';
import { findStoredImagePath } from './foreignImages';

const MAX_VALUE_CHARS = 4_096;
/** Rows and columns of one table cell: they decide how much the editor draws. */
const MAX_SPAN = 100;
/** Pixels of one column. */
const MAX_COLUMN_WIDTH = 10_000;

const isShortPrimitive = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= MAX_VALUE_CHARS);
const isIntegerBetween = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const isSpan = (value: unknown): boolean => isIntegerBetween(value, 1, MAX_SPAN);
const isColumnWidths = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) &&
    value.length <= MAX_SPAN &&
    value.every((width: unknown) => isIntegerBetween(width, 0, MAX_COLUMN_WIDTH)));
const isImageSource = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && findStoredImagePath(value, []) !== undefined);
const isLinkAddress = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && isSafeLinkUrl(value));

/** Attributes that are not just any short value. */
const CHECKS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['colspan', isSpan],
  ['rowspan', isSpan],
  ['src', (value) => isImageSource(value) && isShortPrimitive(value)],
  ['href', (value) => isLinkAddress(value) && isShortPrimitive(value)],
  ['colwidth', isColumnWidths],
]);

/** Whether an attribute of an element or of a mark may have the value; suggestions have rules of their own. */
export const isEditorAttribute = (name: string, value: unknown): boolean =>
  (CHECKS.get(name) ?? isShortPrimitive)(value);

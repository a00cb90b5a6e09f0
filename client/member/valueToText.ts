/** Converts a value of the member’s own row to text. */
import type { Json } from '../../common/entity/field';

export const valueToText = (value: Json | undefined) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Values of the member's own row as text. */
import type { Json } from '../../common/entity/field';

export const valueToText = (value: Json | undefined) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The kinds of a designed field: the primary key, or any field kind. */
import { FIELD_KINDS, type FieldKind } from '../entity/fieldKinds';

/** The kind of the field that represents the column `id`, which every table has; a design contains it exactly once. */
export const PRIMARY_KEY_KIND = 'primary_key';
export type DesignKind = FieldKind | typeof PRIMARY_KEY_KIND;

export const isFieldKind = (kind: unknown): kind is FieldKind =>
  typeof kind === 'string' && Object.hasOwn(FIELD_KINDS, kind);

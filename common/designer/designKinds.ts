/** The kinds of a designed field: the primary key, or any field kind. */
import { crudDesign } from '../entities/crudDesign';
import { FIELD_KINDS, type FieldKind } from '../entity/fieldKinds';

/** The kind of the field that represents the column `id`, which every table has; a design contains it exactly once. */
export const PRIMARY_KEY_KIND = 'primary_key';
export type DesignKind = FieldKind | typeof PRIMARY_KEY_KIND;

export const isFieldKind = (kind: unknown): kind is FieldKind =>
  typeof kind === 'string' && Object.hasOwn(FIELD_KINDS, kind);

const { standard_columns: standardColumns, member_read: memberRead } = crudDesign.spec.fields;
/** Standard columns that a list can show besides the designed fields. */
export const STANDARD_LIST_COLUMNS = standardColumns.options.values;
/** Rows that members and guests may read: none, all, or those whose `status` is enabled. */
export const PUBLIC_READ_CHOICES = memberRead.options.values;

/** What a field of a design can be: the primary key, or a field of any kind. */
import { FIELD_KINDS, type FieldKind } from '../entity/fieldKinds';

/** The kind of the field that stands for the column `id`, which every table has; a design contains it exactly once. */
export const PRIMARY_KEY = 'primary_key';
export type DesignKind = FieldKind | typeof PRIMARY_KEY;

export const isFieldKind = (kind: unknown): kind is FieldKind =>
  typeof kind === 'string' && Object.hasOwn(FIELD_KINDS, kind);

/** Standard columns that a list can show besides the designed fields. */
export const STANDARD_LIST_COLUMNS = {
  id: 'id',
  weigh: 'weigh',
  create_time: 'create_time',
  update_time: 'update_time',
} as const;

/** Which rows members and guests may read: none, all, or those whose `status` is enabled. */
export const PUBLIC_READ = { none: 'none', all: 'all', enabled: 'enabled' } as const;

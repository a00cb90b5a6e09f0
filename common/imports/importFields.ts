/** The fields that a file may fill, and those by which existing rows are found. */
import { canUse, readableColumns, writableColumns, type Actor } from '../entity/access';
import { keepsHistory } from '../definition/keepsHistory';
import type { Column } from '../entity/columns';
import type { AnyEntity } from '../entity/entity';

const isKey = ({ name, options, long }: Column): boolean => name === 'id' || (options.unique === true && !long);

/** Columns by which an actor can find existing rows: the id and unique fields. */
export const keyColumns = (actor: Actor, entity: AnyEntity): readonly Column[] =>
  readableColumns(actor, entity).filter(isKey);

/** Columns that the file may fill, in the entity's order, the keys among them. */
export function importColumns(actor: Actor, entity: AnyEntity): readonly Column[] {
  const keys = keyColumns(actor, entity);
  const declared = writableColumns(actor, entity).filter(({ name }) => Object.hasOwn(entity.spec.fields, name));
  return [...keys.filter((column) => !declared.includes(column)), ...declared];
}

export interface ImportPermissions {
  readonly create: boolean;
  readonly update: boolean;
}
/** Import permissions of an actor for an entity. None for entities without a history: an import could not be undone. */
export function importPermissions(actor: Actor, entity: AnyEntity): ImportPermissions {
  if (!keepsHistory(entity)) return { create: false, update: false };
  return { create: canUse(actor, entity, 'create'), update: canUse(actor, entity, 'update') };
}

/** Locks of state machines: while a field has certain values, staff cannot change the row. */
import type { AnyEntity } from './entity';
import type { Json } from './field';
import { findColumn } from './columns';

/** Returns the name of the state that locks a row; undefined when the row is not locked. */
export function lockedState(entity: AnyEntity, row: Readonly<Record<string, Json>>): string | undefined {
  const { locked } = entity.spec;
  if (locked === undefined) return undefined;
  const values = findColumn(entity, locked.field)?.options.values ?? {};
  return locked.when.find((name) => values[name] === row[locked.field]);
}

/** Locks of state machines: while a field has one of some values, staff changes nothing of the row. */
import type { AnyEntity } from './entity';
import type { Json } from './field';
import { findColumn } from './columns';

/** The name of the state a row is locked in; undefined when it is free. */
export function lockedState(entity: AnyEntity, row: Readonly<Record<string, Json>>): string | undefined {
  const { locked } = entity.spec;
  if (locked === undefined) return undefined;
  const values = findColumn(entity, locked.field)?.options.values ?? {};
  return locked.when.find((name) => values[name] === row[locked.field]);
}

/** The present name of a field that stored input may still have under a former name; a name that no field had stays. */
import type { AnyEntity } from '../entity/entity';

export function currentFieldName({ spec: { fields } }: AnyEntity, name: string): string {
  if (Object.hasOwn(fields, name)) return name;
  const renamed = Object.entries(fields).find(([, { options }]) => options.formerNames?.includes(name) === true);
  return renamed?.[0] ?? name;
}

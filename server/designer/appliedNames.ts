/** The names under which fields of a design are stored in an active definition, so that renamed columns keep their values. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Rename } from './schemaChange';

export const hasField = ({ spec }: AnyEntity, name: string): boolean => Object.hasOwn(spec.fields, name);

interface NamedField {
  readonly name: string;
  /** The name in the definition that was active before; empty for a field that it lacked. */
  readonly applied: string;
}

/**
 * The name of a design field in the definition `to`, which renamed columns as listed; empty when `to` lacks the field. A deleted entity
 * (`to` is null) can be restored, so its fields keep the names of the last definition.
 */
export function findAppliedName(
  to: AnyEntity | null,
  renames: readonly Rename[],
  { name, applied }: NamedField,
): string {
  if (to === null) return applied;
  const renamed = renames.find(({ from }) => from === applied)?.to;
  if (renamed !== undefined && hasField(to, renamed)) return renamed;
  const isOtherField = (candidate: string) => renames.some((rename) => rename.to === candidate);
  return [name, applied].find((candidate) => hasField(to, candidate) && !isOtherField(candidate)) ?? '';
}

interface DefinedField {
  readonly name: string;
  readonly former_names?: unknown;
}
const getFormerNames = ({ former_names: former }: DefinedField): readonly string[] =>
  Array.isArray(former) ? former.map(String) : [];

/**
 * The name in the active definition of a field from another definition of the same table, such as an earlier version: the same name, or
 * one that it or the active field had before. `names`: all field names of the other definition.
 */
export function matchActiveName(active: AnyEntity | null, field: DefinedField, names: ReadonlySet<string>): string {
  if (active === null) return '';
  if (hasField(active, field.name)) return field.name;
  const former = getFormerNames(field).find((name) => hasField(active, name) && !names.has(name));
  if (former !== undefined) return former;
  const renamed = Object.entries(active.spec.fields).find(
    ([name, { options }]) => !names.has(name) && options.formerNames?.includes(field.name) === true,
  );
  return renamed?.[0] ?? '';
}

/**
 * Names of fields in the definitions of other designed entities: the fields that their references show beside the title (`targetFields`), and
 * the references by which their rows have children (`children`).
 */
import { currentFieldName } from '../../../common/definition/currentFieldName';
import { findColumn } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Field } from '../../../common/entity/field';
import type { RuntimeRegistry } from '../../../common/entity/registry';
import type { Rename } from '../schemaChange';

/** The present name of a field of an entity. */
type RenameFieldOf = (entity: string, name: string) => string;

function renameInField(field: Field, rename: RenameFieldOf): Field {
  const { to, targetFields } = field.options;
  if (to === undefined || targetFields === undefined) return field;
  const renamed = targetFields.map((shown) => rename(to, shown));
  if (renamed.every((name, index) => name === targetFields[index])) return field;
  return { ...field, options: { ...field.options, targetFields: renamed } };
}

/** The entity with other names of the fields of other entities; the same object when no name changes. */
function renameInEntity(entity: AnyEntity, rename: RenameFieldOf): AnyEntity {
  const { fields, children } = entity.spec;
  const renamedFields = Object.entries(fields).map(([name, field]) => [name, renameInField(field, rename)] as const);
  const renamedChildren = children?.map(({ entity: child, by }) => ({ entity: child, by: rename(child, by) }));
  const isSame =
    renamedFields.every(([name, field]) => field === fields[name]) &&
    (renamedChildren ?? []).every(({ by }, index) => by === children?.[index]?.by);
  if (isSame) return entity;
  const shown = { ...entity.spec, fields: Object.fromEntries(renamedFields) };
  return { ...entity, spec: renamedChildren === undefined ? shown : { ...shown, children: renamedChildren } };
}

/** The other designed entities, with the new names of the fields of a table. */
export function withRenamedReferences(
  registry: RuntimeRegistry,
  table: string,
  renames: readonly Rename[],
): readonly AnyEntity[] {
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  const rename: RenameFieldOf = (entity, name) => (entity === table ? (names.get(name) ?? name) : name);
  return registry
    .designed()
    .filter(({ name }) => name !== table)
    .map((entity) => renameInEntity(entity, rename));
}

/** The other designed entities that name renamed fields of a table, with the new names. */
export function renameShownFields(
  registry: RuntimeRegistry,
  table: string,
  renames: readonly Rename[],
): readonly AnyEntity[] {
  const known = new Set(registry.designed());
  return withRenamedReferences(registry, table, renames).filter((entity) => !known.has(entity));
}

/** An earlier definition, with the present names of the fields of other entities. */
export const withPresentReferences = (registry: RuntimeRegistry, entity: AnyEntity): AnyEntity =>
  renameInEntity(entity, (name, field) => {
    const other = name === entity.name ? undefined : registry.get(name);
    return other === undefined || findColumn(other, field) !== undefined ? field : currentFieldName(other, field);
  });

/** Fields of an entity that references of other designed entities show beside the title (`targetFields`). */
import { findColumn } from '../../../common/entity/columns';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Field } from '../../../common/entity/field';
import type { RuntimeRegistry } from '../../../common/entity/registry';
import { fault } from '../../../common/protocol/faults';
import type { Rename } from '../schemaChange';

type NamedField = readonly [name: string, field: Field];

function renameInField([name, field]: NamedField, table: string, names: ReadonlyMap<string, string>): NamedField {
  const { to, targetFields } = field.options;
  if (to !== table || targetFields?.some((shown) => names.has(shown)) !== true) return [name, field];
  const renamed = targetFields.map((shown) => names.get(shown) ?? shown);
  return [name, { ...field, options: { ...field.options, targetFields: renamed } }];
}

/** The other designed entities that show renamed fields of a table, with the new names. */
export function renameShownFields(
  registry: RuntimeRegistry,
  table: string,
  renames: readonly Rename[],
): readonly AnyEntity[] {
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  return registry.designed().flatMap((entity): readonly AnyEntity[] => {
    if (entity.name === table) return [];
    const before = Object.entries(entity.spec.fields);
    const after = before.map((named) => renameInField(named, table, names));
    if (after.every(([, field], index) => field === before[index]?.[1])) return [];
    return [{ ...entity, spec: { ...entity.spec, fields: Object.fromEntries(after) } }];
  });
}

/** Error: `design.field_shown` for a removed field that another designed entity shows. */
export function assertShownFieldsRemain(registry: RuntimeRegistry, to: AnyEntity, renames: readonly Rename[]): void {
  const names = new Map(renames.map((rename) => [rename.from, rename.to]));
  for (const { name: by, spec } of registry.designed()) {
    if (by === to.name) continue;
    const shown = Object.values(spec.fields).flatMap(({ options }) =>
      options.to === to.name ? (options.targetFields ?? []) : [],
    );
    const field = shown.find((name) => findColumn(to, names.get(name) ?? name) === undefined);
    if (field !== undefined) throw fault('design.field_shown', { field, by });
  }
}

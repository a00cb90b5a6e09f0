/** Finds the renamed fields (columns) between two definitions of a module. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Rename } from '../designer/schemaChange';

const hasField = ({ spec }: AnyEntity, name: string): boolean => Object.hasOwn(spec.fields, name);

/** The renames that the `formerNames` of the new fields declare; a former name counts once, the newest first. */
export function findRenamedFields(from: AnyEntity | null, to: AnyEntity | null): readonly Rename[] {
  if (from === null || to === null) return [];
  const taken = new Set<string>();
  return Object.entries(to.spec.fields).flatMap(([name, { options }]) => {
    if (hasField(from, name)) return [];
    const former = [...(options.formerNames ?? [])]
      .reverse()
      .find((candidate) => hasField(from, candidate) && !hasField(to, candidate) && !taken.has(candidate));
    if (former === undefined) return [];
    taken.add(former);
    return [{ from: former, to: name }];
  });
}

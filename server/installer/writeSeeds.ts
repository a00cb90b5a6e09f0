/** Writes the seed rows (initial data) of new entities through the write path: all of them in one transaction, once. */
import type { Json } from '../../common/entity/field';
import { fault } from '../../common/protocol/faults';
import type { JobRun } from '../modules/jobs/jobKind';
import { seedReference, type SeedRows } from './package/modulePackage';
import { assetUrl } from './package/packageStore';

/** The values of a row with the ids and addresses that its references stand for; undefined when a row that it needs was left out. */
function resolveValues(
  values: Readonly<Record<string, Json>>,
  ids: ReadonlyMap<string, number>,
  uid: string,
): Readonly<Record<string, Json>> | undefined {
  const resolved: Record<string, Json> = {};
  for (const [field, value] of Object.entries(values)) {
    const [key, asset] = [seedReference(value, '$seed'), seedReference(value, '$asset')];
    const id = key === undefined ? undefined : ids.get(key);
    if (key !== undefined && id === undefined) return undefined;
    resolved[field] = id ?? (asset === undefined ? value : assetUrl(uid, asset));
  }
  return resolved;
}

/** Returns the number of rows; 0 when an earlier attempt wrote them. Errors: those of the write path, when a row breaks the rules of its entity. */
export async function writeSeeds(job: JobRun, uid: string, groups: readonly SeedRows[]): Promise<number> {
  if (groups.length === 0 || job.state()['seedRows'] !== undefined) return 0;
  let count = 0;
  await job.transact(async (writer) => {
    const ids = new Map<string, number>();
    count = 0;
    for (const { entity: name, rows } of groups) {
      const entity = job.services.registry.get(name);
      if (entity === undefined) throw fault('row.missing');
      for (const { key, values } of rows) {
        const resolved = resolveValues(values, ids, uid);
        if (resolved === undefined) continue;
        const { id } = await writer.create(entity, resolved);
        if (key !== '') ids.set(key, id);
        count += 1;
      }
    }
    return { seedRows: count };
  });
  return count;
}

/** Writes the seed rows (initial data) of new entities through the write path: all of them in one transaction, once. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Lang } from '../../../common/lang';
import { entityLabels } from '../../../common/locales/entityLabels';
import { Fault, fault } from '../../../common/protocol/faults';
import { errorSummary } from '../../engine/write/errorSummary';
import type { JobRun } from '../../modules/jobs/jobKind';
import { seedReference, type SeedRows } from '../package/modulePackage';
import { assetUrl } from '../package/packageStore';

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

/** Names entity and row in a fault about the row. Error: `module.seed_row`. */
async function addRowToFault<T>(entity: AnyEntity, row: number, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const name = (lang: Lang) => `${entityLabels(entity, lang).one} (${entity.name})`;
    const problem = (lang: Lang) => errorSummary(lang, entity, error);
    throw fault('module.seed_row', {
      entity: { en: name('en'), 'zh-cn': name('zh-cn') },
      row,
      problem: { en: problem('en'), 'zh-cn': problem('zh-cn') },
    });
  }
}

/** Returns the number of rows; 0 when an earlier attempt wrote them. Error: `module.seed_row` when a row breaks the rules of its entity. */
export async function writeSeeds(job: JobRun, uid: string, groups: readonly SeedRows[]): Promise<number> {
  if (groups.length === 0 || job.state()['seedRows'] !== undefined) return 0;
  let count = 0;
  await job.transact(async (writer) => {
    const ids = new Map<string, number>();
    count = 0;
    for (const { entity: name, rows } of groups) {
      const entity = job.services.registry.get(name);
      if (entity === undefined) throw fault('row.missing');
      for (const [index, { key, values }] of rows.entries()) {
        const resolved = resolveValues(values, ids, uid);
        if (resolved === undefined) continue;
        const { id } = await addRowToFault(entity, index + 1, () => writer.create(entity, resolved));
        if (key !== '') ids.set(key, id);
        count += 1;
      }
    }
    return { seedRows: count };
  });
  return count;
}

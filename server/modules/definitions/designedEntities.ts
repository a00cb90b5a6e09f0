/** The entities that were designed in the console: their active definitions are the newest records of the designer in `crud_record`. */
import { crudRecord, CRUD_RECORD_STATUS } from '../../../common/entities/crudRecord';
import { lintRegistry } from '../../../common/definition/lintDefinition';
import { parseEntity } from '../../../common/definition/parseEntity';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Registry, RegistryChange, RuntimeRegistry } from '../../../common/entity/registry';
import type { Db, Log } from '../../context';
import { createMutex } from '../../platform/mutex';

/** A definition as a record stores it. */
export interface StoredDefinition {
  readonly id: number;
  readonly table_name: string;
  readonly table: string | null;
  readonly fields: string | null;
  readonly status: string;
}

/** The definition of a record as JSON: its fields are stored apart from the rest. Throws for stored text that is not JSON. */
export const composeDefinition = (record: Pick<StoredDefinition, 'table_name' | 'table' | 'fields'>): unknown => ({
  name: record.table_name,
  spec: {
    ...(JSON.parse(record.table ?? '{}') as object),
    fields: JSON.parse(record.fields ?? '{}') as unknown,
  },
});

/** The newest record of the designer for each table that came into force or was withdrawn. */
export const loadVersionsInForce = (reader: Pick<Db, 'rows'>): Promise<StoredDefinition[]> =>
  reader.rows<StoredDefinition>(
    'SELECT id, table_name, `table`, `fields`, status FROM `crud_record` WHERE id IN (SELECT MAX(id) FROM `crud_record` ' +
      "WHERE source = 'designer' AND status IN ('success', 'delete') GROUP BY table_name) ORDER BY id",
  );

/** Whether the database has the log of definitions already; a new database has no table. */
async function hasRecords({ db }: { readonly db: Db }): Promise<boolean> {
  const tables =
    db.dialect === 'sqlite'
      ? await db.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [crudRecord.name])
      : await db.rows('SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?', [
          crudRecord.name,
        ]);
  return tables.length > 0;
}

function parseRecord(record: StoredDefinition, log: Log): AnyEntity | undefined {
  const parsed = parseEntity(composeDefinition(record));
  if ('entity' in parsed) return parsed.entity;
  log.error(
    { table: record.table_name, record: record.id, problems: parsed.problems },
    'a stored definition is invalid',
  );
  return undefined;
}

/** Leaves out definitions that do not fit the registry, for example because an entity that they refer to is gone. */
function withoutInvalid(designed: readonly AnyEntity[], builtIn: Registry, log: Log): readonly AnyEntity[] {
  const byName = new Map(designed.map((entity) => [entity.name, entity]));
  const registry: Registry = {
    all: [...builtIn.all, ...designed],
    get: (name) => builtIn.get(name) ?? byName.get(name),
  };
  const valid = designed.filter((entity) => {
    const problems = lintRegistry(registry, [entity]);
    if (problems.length > 0)
      log.error({ table: entity.name, problems }, 'a stored definition contradicts others and was left out');
    return problems.length === 0;
  });
  return valid.length === designed.length ? valid : withoutInvalid(valid, builtIn, log);
}

/** Reads the active definitions. An invalid one is reported and left out, so that the server starts. */
export async function loadDesignedEntities(
  { db, log }: { readonly db: Db; readonly log: Log },
  builtIn: Registry,
): Promise<readonly AnyEntity[]> {
  if (!(await hasRecords({ db }))) return [];
  const records = (await loadVersionsInForce(db)).filter(({ status }) => status === CRUD_RECORD_STATUS.success);
  const designed = records.map((record) => parseRecord(record, log)).filter((entity) => entity !== undefined);
  return withoutInvalid(designed, builtIn, log);
}

export interface DesignedEntities {
  /** Reads the active definitions again and tells the listeners what changed. */
  readonly reload: () => Promise<RegistryChange>;
  readonly onChange: (listener: (change: RegistryChange) => void) => void;
  /** Counts the changes of the registry. */
  readonly version: () => number;
}

/** Keeps the registry of this process equal to the active definitions. */
export function createDesignedEntities(
  deps: { readonly db: Db; readonly log: Log },
  registry: RuntimeRegistry,
): DesignedEntities {
  const listeners: ((change: RegistryChange) => void)[] = [];
  const runExclusive = createMutex();
  let version = 0;
  return {
    version: () => version,
    onChange: (listener) => listeners.push(listener),
    reload: () =>
      runExclusive(async () => {
        const change = registry.replaceDesigned(await loadDesignedEntities(deps, registry.builtIn));
        if (change.added.length + change.removed.length === 0) return change;
        version += 1;
        for (const listener of listeners) listener(change);
        return change;
      }),
  };
}

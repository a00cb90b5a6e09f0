/** The log of definitions: records every definition that is new, changed or removed at start-up. */
import { crudRecord, CRUD_RECORD_STATUS } from '../../../common/entities/crudRecord';
import { serializeEntity } from '../../../common/definition/parseEntity';
import type { Registry } from '../../../common/entity/registry';
import type { InputValues } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import type { Db, Services } from '../../context';
import { systemContext } from '../../platform/systemContext';

/** The newest record of an entity, with its definition as stored text. */
interface LatestRecord {
  readonly table_name: string;
  readonly table: string | null;
  readonly fields: string | null;
  readonly status: string;
}
/** Records of other sources do not concern registered entities. */
const loadLatestRecords = (reader: Pick<Db, 'rows'>): Promise<LatestRecord[]> =>
  reader.rows<LatestRecord>(
    'SELECT table_name, `table`, `fields`, status FROM `crud_record` WHERE id IN ' +
      "(SELECT MAX(id) FROM `crud_record` WHERE source = 'code' GROUP BY table_name)",
  );

/** Every registered definition as a record. */
const currentDefinitions = ({ all }: Registry) =>
  all.map(serializeEntity).map(({ name, spec: { fields, ...table } }) => ({
    table_name: name,
    table,
    fields,
    field_count: Object.keys(fields).length,
    status: CRUD_RECORD_STATUS.success,
  }));

/** The missing records: new or changed definitions, and entities that are no longer registered. */
function findMissingRecords(registry: Registry, entries: readonly LatestRecord[]): readonly InputValues[] {
  const recordsByTable = new Map(entries.map((entry) => [entry.table_name, entry]));
  const changed = currentDefinitions(registry).filter(({ table_name: name, table, fields, status }) => {
    const entry = recordsByTable.get(name);
    return entry?.status !== status || entry.table !== JSON.stringify(table) || entry.fields !== JSON.stringify(fields);
  });
  const removed = entries.filter(
    (entry) => entry.status !== CRUD_RECORD_STATUS.delete && !registry.get(entry.table_name),
  );
  return [...changed, ...removed.map((entry) => ({ table_name: entry.table_name, status: CRUD_RECORD_STATUS.delete }))];
}

/** Writes the missing records, each once, however many nodes start; returns their number. `registry`: the definitions that are code. */
export async function recordDefinitions(
  services: Services,
  writer: Writer,
  registry: Registry = services.registry,
): Promise<number> {
  const { db } = services;
  const entity = registry.get(crudRecord.name);
  if (!entity || findMissingRecords(registry, await loadLatestRecords(db)).length === 0) return 0;
  return writer.inTransaction(systemContext(services, 'definitions'), async (writer, hook) => {
    await hook.withLock(crudRecord.name);
    const newRows = findMissingRecords(registry, await loadLatestRecords(hook.tx));
    if (newRows.length > 0) await writer.createMany(entity, newRows);
    return newRows.length;
  });
}

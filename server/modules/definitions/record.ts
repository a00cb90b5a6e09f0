/** The log of definitions: whenever the house puts one in force that it did not have, or has one no longer, it writes that down. */
import { crudRecord, RECORDED } from '../../../common/entities/crudRecord';
import { storeEntity } from '../../../common/entity/parse';
import type { Registry } from '../../../common/entity/registry';
import type { Draft, Writer } from '../../engine/write/writer';
import type { Db, Services } from '../../context';
import { systemCtx } from '../../platform/systemCtx';

/** The newest entry of a noun, its definition as the text it is stored as. */
interface Newest {
  readonly table_name: string;
  readonly table: string | null;
  readonly fields: string | null;
  readonly status: string;
}
/** Entries of other sources say nothing of the program's own nouns. */
const newest = (reader: Pick<Db, 'rows'>): Promise<Newest[]> =>
  reader.rows<Newest>(
    'SELECT table_name, `table`, `fields`, status FROM `crud_record` WHERE id IN ' +
      "(SELECT MAX(id) FROM `crud_record` WHERE source = 'code' GROUP BY table_name)",
  );

/** Every definition as its entry says it. */
const inForce = ({ all }: Registry) =>
  all.map(storeEntity).map(({ name, spec: { fields, ...table } }) => ({
    table_name: name,
    table,
    fields,
    field_count: Object.keys(fields).length,
    status: RECORDED.success,
  }));

/** The entries that are missing: definitions that are new or differ, and nouns that nobody declares any more. */
function missing(registry: Registry, entries: readonly Newest[]): readonly Draft[] {
  const known = new Map(entries.map((entry) => [entry.table_name, entry]));
  const changed = inForce(registry).filter(({ table_name: name, table, fields, status }) => {
    const entry = known.get(name);
    return entry?.status !== status || entry.table !== JSON.stringify(table) || entry.fields !== JSON.stringify(fields);
  });
  const gone = entries.filter((entry) => entry.status !== RECORDED.delete && !registry.get(entry.table_name));
  return [...changed, ...gone.map((entry) => ({ table_name: entry.table_name, status: RECORDED.delete }))];
}

/** Writes the entries that are missing, each once however many nodes start; answers how many there were. */
export async function recordDefinitions(services: Services, writer: Writer): Promise<number> {
  const { db, registry } = services;
  const entity = registry.get(crudRecord.name);
  if (!entity || missing(registry, await newest(db)).length === 0) return 0;
  return writer.inTransaction(systemCtx(services, 'definitions'), async (writer, hook) => {
    await hook.withLock(crudRecord.name);
    const drafts = missing(registry, await newest(hook.tx));
    if (drafts.length > 0) await writer.createMany(entity, drafts);
    return drafts.length;
  });
}

/** Finds what uses fields that a change of a definition removes: rules, dashboards, thresholds, saved views and other designs. */
import type { FieldUse } from '../../../common/designer/design';
import { asString } from '../../../common/json';
import { compileFilter } from '../../../common/query/compileFilter';
import type { Tx } from '../../context';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import { FIELD_REFERENCES, findUsedFields, type FieldReference } from './fieldReferences';
import { renameInViewQuery } from './renameInValues';

type Reader = Pick<Tx, 'rows'>;

async function findUsesInRows(
  tx: Reader,
  reference: FieldReference,
  table: string,
  fields: ReadonlySet<string>,
): Promise<readonly FieldUse[]> {
  const { entity, kind, where, isInUse = () => true } = reference;
  const rows = await selectRowsWhere(tx, entity, { sql: 'delete_time IS NULL', params: [] });
  return rows
    .filter(compileFilter(entity, where(table)))
    .filter(isInUse)
    .flatMap((row) => {
      const title = asString(row[entity.spec.title]);
      return findUsedFields(reference, row, table, fields).map((field) => ({ kind, field, title }));
    });
}

async function findUsesInViews(tx: Reader, table: string, fields: ReadonlySet<string>): Promise<readonly FieldUse[]> {
  const sql = 'SELECT title, query FROM saved_view WHERE ent = ? ORDER BY title, id';
  const views = await tx.rows<{ readonly title: string; readonly query: string }>(sql, [table]);
  return views.flatMap(({ title, query }) => {
    const used = new Set<string>();
    renameInViewQuery(query, (name) => {
      if (fields.has(name)) used.add(name);
      return name;
    });
    return [...used].map((field): FieldUse => ({ kind: 'view', field, title }));
  });
}

/** What uses some fields of a table, in the order of `FIELD_REFERENCES`, then saved views. */
export async function findFieldUses(
  tx: Reader,
  table: string,
  fields: readonly string[],
): Promise<readonly FieldUse[]> {
  if (fields.length === 0) return [];
  const removed = new Set(fields);
  const uses: FieldUse[] = [];
  for (const reference of FIELD_REFERENCES) uses.push(...(await findUsesInRows(tx, reference, table, removed)));
  return [...uses, ...(await findUsesInViews(tx, table, removed))];
}

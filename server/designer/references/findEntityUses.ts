/** Finds what uses a whole entity that is to be deleted: rules, dashboards, thresholds, imports in progress and saved views. */
import type { FieldUse } from '../../../common/designer/design';
import { recycleRule } from '../../../common/entities/recycleRule';
import type { StoredRow } from '../../../common/entity/columns';
import { asString, isObject } from '../../../common/json';
import { compileFilter } from '../../../common/query/compileFilter';
import type { Tx } from '../../context';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import { FIELD_REFERENCES, type FieldReference } from './fieldReferences';

type Reader = Pick<Tx, 'rows'>;

const isAbout = (value: unknown, table: string): boolean =>
  Array.isArray(value) ? value.some((item) => isAbout(item, table)) : isObject(value) && value['e'] === table;
/** Cards and measures name their entity; the other rows are found by their column. */
const usesEntity = ({ kind, columns }: FieldReference, row: StoredRow, table: string): boolean =>
  kind === 'board' || kind === 'dashboard' || kind === 'threshold'
    ? columns.some((column) => isAbout(row[column], table))
    : true;

async function findUsesOf(tx: Reader, reference: FieldReference, table: string): Promise<readonly FieldUse[]> {
  const { entity, kind, where, isInUse = () => true } = reference;
  const rows = await selectRowsWhere(tx, entity, { sql: 'delete_time IS NULL', params: [] });
  return rows
    .filter(compileFilter(entity, where(table)))
    .filter((row) => isInUse(row) && usesEntity(reference, row, table))
    .map((row) => ({ kind, field: '', title: asString(row[entity.spec.title]) }));
}

/** What uses an entity, in the order of `FIELD_REFERENCES`, then recycle rules and saved views. Entities that refer to it prevent the deletion. */
export async function findEntityUses(tx: Reader, table: string): Promise<readonly FieldUse[]> {
  const uses: FieldUse[] = [];
  for (const reference of FIELD_REFERENCES)
    if (reference.kind !== 'shown' && reference.kind !== 'children')
      uses.push(...(await findUsesOf(tx, reference, table)));
  const ofTable = { sql: 'data_table = ? AND delete_time IS NULL', params: [table] };
  const rules = await selectRowsWhere(tx, recycleRule, ofTable);
  const views = await tx.rows<{ readonly title: string }>(
    'SELECT title FROM saved_view WHERE ent = ? ORDER BY title, id',
    [table],
  );
  return [
    ...uses,
    ...rules.map((row): FieldUse => ({ kind: 'recycle_rule', field: '', title: asString(row['name']) })),
    ...views.map(({ title }): FieldUse => ({ kind: 'view', field: '', title })),
  ];
}

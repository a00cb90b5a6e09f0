/** Reads and creates the stored drafts of the designer: a design with its fields. */
import { crudDesign } from '../../common/entities/crudDesign';
import { crudDesignField } from '../../common/entities/crudDesignField';
import type { StoredRow } from '../../common/entity/columns';
import { PRIMARY_KEY_KIND } from '../../common/designer/designKinds';
import { fieldProblem } from '../../common/designer/check/designProblem';
import type { Design, DesignField, DesignProblem, DesignSettings } from '../../common/designer/design';
import { fault } from '../../common/protocol/faults';
import { selectRowsWhere } from '../engine/read/selectRowsWhere';
import type { Writer } from '../engine/write/writer';
import type { RequestContext, Tx } from '../context';
import { hasField, matchActiveName } from './appliedNames';
import type { Rename } from './schemaChange';
import type { AnyEntity } from '../../common/entity/entity';
import { companionName } from '../../common/entity/translations/companions';

export interface StoredDesign {
  readonly id: number;
  readonly tableName: string;
  readonly design: Design;
}

/** A design with its fields in their order. Error: `row.missing`. */
export async function loadDesign(reader: Pick<Tx, 'rows'>, id: number): Promise<StoredDesign> {
  const [settings] = await selectRowsWhere(reader, crudDesign, { sql: 'id = ? AND delete_time IS NULL', params: [id] });
  if (settings === undefined) throw fault('row.missing');
  const fields = await selectRowsWhere(
    reader,
    crudDesignField,
    { sql: 'design_id = ? AND delete_time IS NULL', params: [id] },
    ' ORDER BY weigh DESC, id',
  );
  // Rows of these entities, whose columns the types describe.
  const design = {
    settings: settings as unknown as DesignSettings,
    fields: fields as unknown as readonly DesignField[],
  };
  return { id, tableName: design.settings.table_name, design };
}

/** The id of the design of a table. */
export async function findDesign(reader: Pick<Tx, 'rows'>, table: string): Promise<number | undefined> {
  const [row] = await selectRowsWhere(reader, crudDesign, {
    sql: 'table_name = ? AND delete_time IS NULL',
    params: [table],
  });
  return row === undefined ? undefined : Number(row['id']);
}

/**
 * The fields that take the name of another active field. Values follow a renamed column by its name, so such a name must be free before another
 * field gets it.
 */
export function findReusedNames({ fields }: Design, activeEntity: AnyEntity | null): readonly DesignProblem[] {
  if (activeEntity === null) return [];
  const activeName = ({ applied_name: applied = '' }: DesignField): string =>
    hasField(activeEntity, applied) ? applied : '';
  const isReused = (field: DesignField): boolean => {
    const { name } = field;
    const former = activeName(field);
    if (former === name || !hasField(activeEntity, name)) return false;
    return former !== '' || fields.some((other) => other !== field && activeName(other) === name);
  };
  return fields.filter(isReused).map(({ name }) => fieldProblem(name, 'name_reused', 'name', { name }));
}

/** The columns that a design renames: fields whose previous name is in the active definition and unused in the design. */
export function findRenames({ fields }: Design, activeEntity: AnyEntity | null): readonly Rename[] {
  if (activeEntity === null) return [];
  const names = new Set(fields.map(({ name }) => name));
  const { translations = [] } = activeEntity.spec;
  return fields
    .flatMap(({ name, applied_name: former = '', is_translated: translated }) => {
      const rename = { from: former, to: name };
      // The companion is a column too: it is derived from the field, so the design does not have it.
      const hasCompanion = translated === 1 && translations.includes(former) && !names.has(companionName(name));
      return hasCompanion ? [rename, { from: companionName(former), to: companionName(name) }] : [rename];
    })
    .filter(
      ({ from, to }) =>
        from !== '' && from !== to && !names.has(from) && hasField(activeEntity, from) && !hasField(activeEntity, to),
    );
}

/** The distance of weights between neighbors, so that fields can be moved between others. */
const WEIGHT_STEP = 1000;

interface FieldPlace {
  readonly designId: number;
  readonly index: number;
  /** The names of all fields of the design. */
  readonly names: ReadonlySet<string>;
}
const fieldRow = (field: DesignField, { designId, index, names }: FieldPlace, activeEntity: AnyEntity | null) => {
  const { id: _id, applied_name: _applied, former_names: former = null, ...values } = field;
  return {
    ...values,
    design_id: designId,
    weigh: -index * WEIGHT_STEP,
    applied_name: matchActiveName(activeEntity, field, names),
    // A definition file travels on from here: an installation with an earlier version renames its columns by these names.
    former_names: former,
  };
};

export interface StoreOptions {
  /** The active definition of the table. */
  readonly activeEntity: AnyEntity | null;
  /** Rows to import when the design is applied: a cell for each field after the primary key. */
  readonly sheetRows?: readonly (readonly string[])[];
}

const getSheet = (
  fields: readonly DesignField[],
  rows: readonly { readonly id: number }[],
  sheetRows: readonly (readonly string[])[],
) => ({
  fields: rows.flatMap(({ id }, index) => (fields[index]?.kind === PRIMARY_KEY_KIND ? [] : [id])),
  rows: sheetRows.map((row) => [...row]),
});

/** Stores a design; the fields of an existing design of the same table are replaced. */
export function storeDesign(
  writer: Writer,
  ctx: RequestContext,
  { settings, fields }: Design,
  { activeEntity, sheetRows = [] }: StoreOptions,
): Promise<{ readonly id: number }> {
  const auditEntry = { verb: 'add', about: crudDesign.name, input: { settings, fields } as unknown as StoredRow };
  return writer.changeSet(ctx, auditEntry, async (write, hook) => {
    const known = await findDesign(hook.tx, settings.table_name);
    const id = known ?? (await write.create(crudDesign, { ...settings })).id;
    if (known !== undefined) {
      await write.update(crudDesign, { ...settings, id });
      const former = await hook.find(crudDesignField.name, { field: 'design_id', op: '=', value: id });
      if (former.length > 0)
        await write.remove(
          crudDesignField,
          former.map((row) => Number(row['id'])),
        );
    }
    const names = new Set(fields.map(({ name }) => name));
    // `applied_name` and `sheet` are written by the server only.
    const { rows } = await hook.asSystem.createMany(
      crudDesignField,
      fields.map((field, index) => fieldRow(field, { designId: id, index, names }, activeEntity)),
    );
    if (sheetRows.length > 0) await hook.asSystem.update(crudDesign, { id, sheet: getSheet(fields, rows, sheetRows) });
    return { id };
  });
}

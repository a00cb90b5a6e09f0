/**
 * The stored values that refer to fields of other entities by name, in one table: they follow a renamed field, and are named before a field is
 * removed.
 *
 * Values that refer to no field: events of webhooks, scopes of tokens, permission keys (a key has its own name), comments, notices. The history
 * and the audit log keep the names of their time; `engine/read/fieldNames.ts` maps them. The browser maps what it stores itself (`formerNames`), and
 * jobs map their input when they run.
 */
import { board } from '../../../common/entities/board';
import { crudDesign } from '../../../common/entities/crudDesign';
import { crudDesignField } from '../../../common/entities/crudDesignField';
import { dataImport, IMPORT_STATUS } from '../../../common/entities/dataImport';
import { preference } from '../../../common/entities/preference';
import { sensitiveRule } from '../../../common/entities/sensitiveRule';
import { threshold } from '../../../common/entities/threshold';
import type { FieldUse } from '../../../common/designer/design';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Filter } from '../../../common/entity/filter';
import type { StoredRow } from '../../../common/entity/columns';
import { renameInCards, renameInChildren, renameInList, renameInMeasure, type RenameField } from './renameInValues';

export interface FieldReference {
  /** The sentence about a row that uses a field which is to be removed. */
  readonly kind: FieldUse['kind'];
  readonly entity: AnyEntity;
  /** The columns that contain names of fields. */
  readonly columns: readonly string[];
  /** The rows that can refer to fields of a table. */
  readonly where: (table: string) => Filter;
  /** The rows that stop working without the field; all that refer to it by default. */
  readonly isInUse?: (row: StoredRow) => boolean;
  /** The value of a column with the present names. */
  readonly rename: (value: unknown, table: string, rename: RenameField) => unknown;
}

const hasValue = (field: string, value: string): Filter => ({ field, op: '=', value });
const everyRow: FieldReference['where'] = () => ({ all: [] });
const renameNames = (value: unknown, _table: string, rename: RenameField): unknown =>
  typeof value === 'string' ? rename(value) : renameInList(value, rename);

const { uploaded, checking, checked, importing } = IMPORT_STATUS;
/** States of imports that will still write rows. */
const OPEN_IMPORTS: ReadonlySet<unknown> = new Set([uploaded, checking, checked, importing]);

/** Every entity whose rows contain names of fields. `fieldReferences.test.ts` compares it with the columns of all entities. */
export const FIELD_REFERENCES: readonly FieldReference[] = [
  {
    kind: 'audit_rule',
    entity: sensitiveRule,
    columns: ['data_fields'],
    where: (table) => hasValue('data_table', table),
    rename: renameNames,
  },
  { kind: 'board', entity: board, columns: ['cards'], where: everyRow, rename: renameInCards },
  {
    kind: 'dashboard',
    entity: preference,
    columns: ['value'],
    where: () => hasValue('name', 'dashboard'),
    rename: renameInCards,
  },
  {
    kind: 'threshold',
    entity: threshold,
    columns: ['figure'],
    where: everyRow,
    rename: renameInMeasure,
  },
  {
    kind: 'import',
    entity: dataImport,
    columns: ['mapping', 'key_field'],
    where: (table) => hasValue('ent', table),
    isInUse: ({ status }) => OPEN_IMPORTS.has(status),
    rename: renameNames,
  },
  {
    kind: 'shown',
    entity: crudDesignField,
    columns: ['target_fields'],
    where: (table) => hasValue('target', table),
    rename: renameNames,
  },
  {
    kind: 'children',
    entity: crudDesign,
    columns: ['other_options'],
    where: everyRow,
    rename: renameInChildren,
  },
];

/** The columns of a row that change with the names; undefined when none does. */
export function renameInRow(
  { columns, rename }: FieldReference,
  row: StoredRow,
  table: string,
  renameField: RenameField,
): Readonly<Record<string, unknown>> | undefined {
  const changes = columns.flatMap((column): readonly (readonly [string, unknown])[] => {
    const value = row[column] ?? null;
    const renamed = rename(value, table, renameField);
    return JSON.stringify(renamed) === JSON.stringify(value) ? [] : [[column, renamed]];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

/** Which of these fields of a table a row uses. */
export function findUsedFields(
  reference: FieldReference,
  row: StoredRow,
  table: string,
  fields: ReadonlySet<string>,
): readonly string[] {
  const used = new Set<string>();
  const note: RenameField = (name) => {
    if (fields.has(name)) used.add(name);
    return name;
  };
  for (const column of reference.columns) reference.rename(row[column] ?? null, table, note);
  return [...used];
}

/** Reads a design of unknown content column by column, so that whatever its rows hold has the types of a design afterwards. */
import { crudDesign } from '../../entities/crudDesign';
import { crudDesignField } from '../../entities/crudDesignField';
import type { AnyEntity } from '../../entity/entity';
import type { Json } from '../../entity/field';
import type { FieldKind } from '../../entity/fieldKinds';
import { readValue } from '../../entity/readValue';
import { isObject, stringOrEmpty, type UnknownRecord } from '../../json';
import { truncate } from '../../text/normalize';
import { completeField, completeSettings, type CompleteField, type CompleteSettings } from '../completeDesign';
import type { DesignField, DesignProblem } from '../design';
import { fieldProblem, tableProblem } from './designProblem';

/** A design whose columns have their types; `kind` is missing where it is unknown. */
export interface ReadDesign {
  readonly settings: CompleteSettings;
  readonly fields: readonly CompleteField[];
  readonly problems: readonly DesignProblem[];
}
type Report = (column: string) => DesignProblem;
/** Columns with names: `checkNames` says more about them than their length. */
const NAME_COLUMNS: ReadonlySet<string> = new Set(['name', 'table_name']);

/** Whether a text is taken as it is: a name, or an empty text, which is a value too. */
const isKept = (name: string, kind: FieldKind, value: unknown): boolean =>
  (typeof value === 'string' && NAME_COLUMNS.has(name)) || (value === '' && (kind === 'text' || kind === 'icon'));

/** The valid columns of a row; a problem for each other one. Absent columns and null are valid. */
function readColumns(entity: AnyEntity, row: UnknownRecord, report: Report): [UnknownRecord, DesignProblem[]] {
  const columns: Record<string, unknown> = {};
  const problems: DesignProblem[] = [];
  for (const [name, { kind, options }] of Object.entries(entity.spec.fields)) {
    const value = Object.hasOwn(row, name) ? row[name] : undefined;
    if (value === undefined || value === null) continue;
    if (isKept(name, kind, value)) {
      columns[name] = value;
      continue;
    }
    if (value === '' && kind !== 'json') continue;
    const read = readValue({ kind, options }, value);
    if ('value' in read) columns[name] = kind === 'text' ? stringOrEmpty(read.value) : read.value;
    else problems.push(report(name));
  }
  return [columns, problems];
}

function readField(field: unknown, index: number): [CompleteField | undefined, DesignProblem[]] {
  if (!isObject(field))
    return [undefined, [tableProblem('value_invalid', 'fields', { property: `fields ${index + 1}` })]];
  const name = truncate(stringOrEmpty(field['name']), 60);
  const report = (column: string) =>
    column === 'kind'
      ? fieldProblem(name, 'kind_unknown', 'kind')
      : fieldProblem(name, 'value_invalid', column, { property: column });
  // the design that a field belongs to is not part of it
  const [columns, problems] = readColumns(crudDesignField, { ...field, design_id: undefined }, report);
  if (columns['kind'] === undefined)
    return [undefined, problems.length > 0 ? problems : [fieldProblem(name, 'kind_unknown', 'kind')]];
  return [
    completeField({ name: '', ...(columns as Partial<DesignField>), kind: columns['kind'] as DesignField['kind'] }),
    problems,
  ]; // each column has been read
}

/** The field with the permissions of its transitions as actions: `complaint/finish` in the design of `complaint` means `finish`. */
function withoutTablePrefix(field: CompleteField, table: string): CompleteField {
  if (!Array.isArray(field.transitions)) return field;
  const prefix = `${table}/`;
  const transitions = (field.transitions as readonly Json[]).map((transition) => {
    const node = isObject(transition) ? transition['node'] : undefined;
    const hasPrefix = typeof node === 'string' && node.startsWith(prefix);
    return hasPrefix ? { ...(transition as object), node: node.slice(prefix.length) } : transition;
  });
  return { ...field, transitions };
}

/** Reads a design; its problems name the columns that have no valid value. */
export function readDesign(design: unknown): ReadDesign {
  const { settings, fields } = isObject(design) ? design : {};
  const [columns, problems] = readColumns(crudDesign, isObject(settings) ? settings : {}, (column) =>
    tableProblem('value_invalid', column, { property: column }),
  );
  const read = (Array.isArray(fields) ? (fields as readonly unknown[]) : []).map(readField);
  const complete = completeSettings({ table_name: '', ...(columns as Partial<CompleteSettings>) }); // each column has been read
  return {
    settings: complete,
    fields: read.flatMap(([field]) => (field === undefined ? [] : [withoutTablePrefix(field, complete.table_name)])),
    problems: [...problems, ...read.flatMap(([, found]) => found)],
  };
}

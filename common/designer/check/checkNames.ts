/** Checks the names of the table and of the fields of a design. */
import { MAX_NAME_LENGTH, RESERVED_NAMES, SNAKE_CASE } from '../../definition/lintDefinition';
import { standardColumns } from '../../entity/columns';
import { truncate } from '../../text/normalize';
import { parseOptions, type CompleteField, type CompleteSettings } from '../completeDesign';
import type { DesignProblem } from '../design';
import { PRIMARY_KEY_KIND } from '../designKinds';
import { fieldProblem, tableProblem } from './designProblem';
import { isReservedWord } from './reservedWords';

/** Fields of a design at most, with the primary key. */
const MAX_FIELDS = 101;
/** A name in the parameter of a message. */
const quoted = (name: string): string => truncate(name, 60);
const isName = (name: string): boolean => name.length <= MAX_NAME_LENGTH && SNAKE_CASE.test(name);
const isEngineName = (name: string): boolean => RESERVED_NAMES.has(name) || name.endsWith('_n');

/** Checks the name of the data table. `appliedName`: the name under which the design itself is active. */
export function* checkTableName(
  { table_name: name }: CompleteSettings,
  takenNames: ReadonlySet<string>,
  appliedName: string | undefined,
): Iterable<DesignProblem> {
  const params = { name: quoted(name) };
  if (name === '') yield tableProblem('table_name_required', 'table_name');
  else if (!isName(name)) yield tableProblem('name_invalid', 'table_name', { ...params, max: MAX_NAME_LENGTH });
  else if (isEngineName(name)) yield tableProblem('name_engine', 'table_name', params);
  else if (isReservedWord(name)) yield tableProblem('name_sql', 'table_name', params);
  else if (takenNames.has(name) && name !== appliedName) yield tableProblem('table_taken', 'table_name', params);
}

/** Checks that a design has one primary key and other fields, not too many. */
export function* checkFieldCount(fields: readonly CompleteField[]): Iterable<DesignProblem> {
  const keys = fields.filter((field) => field.kind === PRIMARY_KEY_KIND);
  const [key] = keys;
  if (keys.length === fields.length) yield tableProblem('fields_missing', 'fields');
  if (key === undefined) yield tableProblem('primary_key_missing', 'fields');
  else if (keys.length > 1) yield tableProblem('primary_key_twice', 'fields');
  else if (key.name !== 'id') yield fieldProblem(quoted(key.name), 'primary_key_name', 'name');
  if (fields.length > MAX_FIELDS) yield tableProblem('too_many_fields', 'fields', { max: MAX_FIELDS - 1 });
}

/** Checks the names of the fields other than the primary key. */
export function* checkFieldNames(
  settings: CompleteSettings,
  fields: readonly CompleteField[],
): Iterable<DesignProblem> {
  const standard = standardColumns(parseOptions(settings.other_options)['base'] === 'log' ? 'log' : 'record');
  const usedNames = new Set<string>();
  for (const { name, kind } of fields) {
    const params = { name: quoted(name) };
    const report = (code: Parameters<typeof fieldProblem>[1]) => fieldProblem(quoted(name), code, 'name', params);
    if (name === '') yield report('name_required');
    else if (!isName(name))
      yield fieldProblem(quoted(name), 'name_invalid', 'name', { ...params, max: MAX_NAME_LENGTH });
    else if (isEngineName(name)) yield report('name_engine');
    else if (kind !== PRIMARY_KEY_KIND && Object.hasOwn(standard, name) && !(name === 'weigh' && kind === 'integer'))
      yield report('name_standard');
    if (name !== '' && usedNames.has(name)) yield report('name_duplicate');
    usedNames.add(name);
  }
}

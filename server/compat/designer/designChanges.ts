/** What differs between the design that an older client sent and ours: a column never gets another name silently. */
import { parseComment } from '../../../common/designer/guess/columnComment';
import { toSnakeCase } from '../../../common/designer/guess/names';
import { listFieldColumns, type TableColumn } from '../../../common/designer/guessFields';
import type { CompleteField } from '../../../common/designer/completeDesign';
import type { CompleteDesign } from '../../../common/designer/entityToDesign';
import type { Issue } from '../../../common/entity/issue';
import { standardColumns } from '../../../common/entity/columns';
import { stringOrEmpty } from '../../../common/json';
import { LANGUAGES } from '../../../common/lang';
import { translate } from '../../../common/locales/translate';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import type { z } from 'zod';
import {
  findDefault,
  getDesignType,
  isPrimary,
  readDefault,
  toColumn,
  type CompatField,
  type compatDesignInput,
} from './designForm';

interface Pair {
  readonly sent: TableColumn;
  readonly field: CompleteField;
}
export interface PairedFields {
  readonly pairs: readonly Pair[];
  /** Columns without a field, such as those that every table has. */
  readonly withoutField: readonly TableColumn[];
  /** The title that a table without a short text gets. */
  readonly added: readonly CompleteField[];
}
/** The fields of a design that was made from columns, each with its column. */
export function pairFields(columns: readonly TableColumn[], { fields }: CompleteDesign): PairedFields {
  const sent = listFieldColumns(columns);
  const [, ...own] = fields;
  const made = own.slice(own.length - sent.length);
  return {
    pairs: sent.flatMap((column, index) => {
      const field = made[index];
      return field === undefined ? [] : [{ sent: column, field }];
    }),
    withoutField: columns.filter((column) => !column.isPrimary && !sent.includes(column)),
    added: own.slice(0, own.length - sent.length),
  };
}

/** The columns that get another name, with both names. */
export const listRenames = ({ pairs }: PairedFields): readonly (readonly [sent: string, own: string])[] =>
  pairs.filter(({ sent, field }) => sent.name !== field.name).map(({ sent, field }) => [sent.name, field.name]);

const STANDARD_TYPES: ReadonlySet<string> = new Set(['weigh', 'timestamp', 'datetime']);
/** Whether every table has a column for the purpose of a sent field. */
const isStandard = ({ name, designType }: CompatField): boolean =>
  Object.hasOwn(standardColumns('record'), name) || STANDARD_TYPES.has(designType);

type DesignInput = z.output<typeof compatDesignInput>;
export interface DesignChanges {
  /** Paths of the values that differ from those sent. */
  readonly ignored: readonly string[];
  /** The names of the columns that were added. */
  readonly added: readonly string[];
}

/** Error: `compat.design_names` for columns that cannot have the sent name, with another one at each field. */
export function listDesignChanges(input: DesignInput, design: CompleteDesign): DesignChanges {
  const paired = pairFields(input.fields.map(toColumn), design);
  assertNames(input, paired);
  const byName = new Map(input.fields.map((field) => [field.name, field]));
  const ofFields = paired.pairs.flatMap(({ sent, field }) => {
    const found = byName.get(sent.name);
    return found === undefined ? [] : listFieldChanges(found, field);
  });
  const withoutField = paired.withoutField
    .filter(({ name }) => !LISTED_STANDARD.has(name))
    .map(({ name }) => `fields.${name}`);
  const keys = input.fields.filter((field) => isPrimary(field) && field.name !== 'id');
  return {
    ignored: [
      ...listTableChanges(input, design),
      ...keys.map(({ name }) => `fields.${name}.name`),
      ...withoutField,
      ...ofFields,
    ],
    added: paired.added.map(({ name }) => name),
  };
}
/** Standard columns that the design keeps as a setting. */
const LISTED_STANDARD: ReadonlySet<string> = new Set(['weigh', 'create_time', 'update_time']);

function assertNames({ fields }: DesignInput, paired: PairedFields): void {
  const withoutField = paired.withoutField.flatMap(({ name }) => {
    const sent = fields.find((field) => field.name === name);
    return sent === undefined || isStandard(sent) ? [] : [[name, `${toSnakeCase(name)}_value`] as const];
  });
  const renames = [...listRenames(paired), ...withoutField];
  if (renames.length === 0) return;
  const names = renames.map(([sent, own]) => `${truncate(sent, 60)} → ${own}`).join(', ');
  const issues = renames.map(([sent, own]): Issue => {
    const [en, zh] = LANGUAGES.map((lang) => translate(lang, 'compat.otherName', { name: own }));
    return { path: truncate(sent, LIMITS.keyChars), code: 'variable', message: { en: en ?? '', 'zh-cn': zh ?? '' } };
  });
  throw fault('compat.design_names', { names: truncate(names, LIMITS.textChars) }, { fields: issues });
}

const listFieldChanges = (sent: CompatField, field: CompleteField): readonly string[] => [
  ...(keepsLabel(sent, field) ? [] : [`fields.${sent.name}.comment`]),
  ...(keepsDefault(sent, field) ? [] : [`fields.${sent.name}.default`]),
  ...(sent.designType === getDesignType(field) ? [] : [`fields.${sent.name}.designType`]),
  ...UNUSED_OPTIONS.filter((name) => stringOrEmpty(sent.form[name]) !== '').map(
    (name) => `fields.${sent.name}.form.${name}`,
  ),
];
/** Options of the form without a meaning here: our messages name the field and the rule, and a reference shows the title of its row. */
const UNUSED_OPTIONS = ['validatorMsg', 'remote-field'] as const;
function keepsLabel({ comment }: CompatField, { label_en: english, label_zh: chinese }: CompleteField): boolean {
  const { label } = parseComment(comment);
  return label === '' || label === english || label === chinese;
}
function keepsDefault(sent: CompatField, field: CompleteField): boolean {
  const initial = readDefault(sent);
  return initial === null || initial === '' || findDefault(field) === initial;
}

function listTableChanges(
  { table, fields }: DesignInput,
  { settings, fields: own }: CompleteDesign,
): readonly string[] {
  const key = fields.find(isPrimary)?.name;
  const isSearched = (name: string) => own.some((field) => field.name === name && field.is_searched === 1);
  const unsearched = table.quickSearchField.filter((name) => name !== key && !isSearched(name));
  return [
    ...(table.name === settings.table_name ? [] : ['table.name']),
    ...unsearched.map((name) => `table.quickSearchField.${name}`),
  ];
}

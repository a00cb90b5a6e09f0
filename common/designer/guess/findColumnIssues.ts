/** What a design cannot take over from the columns of a table, with the reason for each: columns that are left out, and those that change. */
import type { DesignChoice } from '../design';
import { findSkipReason, findStandardColumn, guessColumns, listFieldColumns, type TableColumn } from '../guessFields';
import type { CompleteField } from '../completeDesign';
import { truncate } from '../../text/normalize';
import type { IgnoredReason } from './findIgnoredSql';
import { isKnownType, parseSqlType } from './sqlType';

/** Keys of the sentences below `designerScreen.start.columns`. */
export type LeftOutReason = 'key' | 'standard' | 'engine' | 'type' | 'unread' | 'problem' | IgnoredReason;
export type ChangeReason = 'name' | 'unknown_type' | 'default' | 'generated' | 'choices' | 'in_form';
export interface ColumnIssue {
  /** The name of the column, or a part of SQL text; empty for a line that is no column. */
  readonly column: string;
  readonly reason: LeftOutReason | ChangeReason;
  readonly params?: Readonly<Record<string, string | number>>;
  /** The line of SQL text. */
  readonly line?: number;
  readonly isLeftOut: boolean;
}

const MAX_SHOWN = 60;
const shown = (text: string): string => truncate(text, MAX_SHOWN);

/** A standard column under its own name is what every table has anyway, and so is a primary key "id". */
function* skippedColumn(column: TableColumn, columns: readonly TableColumn[]): Iterable<ColumnIssue> {
  const reason = findSkipReason(column, columns);
  const standard = findStandardColumn(column.name);
  if (reason === undefined || column.name === standard) return;
  const params =
    reason === 'standard' ? { name: standard ?? '' } : reason === 'type' ? { type: shown(column.sqlType) } : {};
  yield { column: shown(column.name), reason, params, isLeftOut: true };
}

function* changedColumn(column: TableColumn, field: CompleteField): Iterable<ColumnIssue> {
  const { name, sqlType, default: value, hasExpression, isGenerated } = column;
  const issue = (reason: ChangeReason, params: ColumnIssue['params'] = {}): ColumnIssue => ({
    column: shown(name),
    reason,
    params,
    isLeftOut: false,
  });
  const type = parseSqlType(sqlType);
  if (field.name !== name) yield issue('name', { name: field.name });
  if (!isKnownType(type)) yield issue('unknown_type', { type: shown(sqlType) });
  if (isGenerated === true) yield issue('generated');
  const isEmpty = field.default_value === '' && field.other_options === null;
  if (hasExpression === true || (value !== null && value !== '' && isEmpty)) yield issue('default');
  const choices = (field.choices as unknown as readonly DesignChoice[] | null) ?? []; // `guessField` made them
  const isEnumeration = (type.base === 'enum' || type.base === 'set') && choices.length > 0;
  if (isEnumeration && type.args.length > choices.length) yield issue('choices', { max: choices.length });
}

/** The columns that cannot be taken over as they are, in their order. */
export function findColumnIssues(columns: readonly TableColumn[]): readonly ColumnIssue[] {
  const taken = listFieldColumns(columns);
  const fields = guessColumns(taken);
  return columns.flatMap((column) => {
    const field = fields[taken.indexOf(column)];
    return [...(field === undefined ? skippedColumn(column, columns) : changedColumn(column, field))];
  });
}

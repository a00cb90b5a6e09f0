/** What a design cannot take over from CREATE TABLE text, with the line of each. */
import { findColumnIssues, type ColumnIssue } from './findColumnIssues';
import type { CreatedTable } from './parseCreateTable';
import { truncate } from '../../text/normalize';

export function findSqlIssues({ columns, lines, unreadLines, ignored }: CreatedTable): readonly ColumnIssue[] {
  const lineOfColumn = new Map(columns.map(({ name }, index) => [truncate(name, 60), lines[index]]));
  const ofColumns = findColumnIssues(columns).map((issue): ColumnIssue => {
    const line = lineOfColumn.get(issue.column);
    return line === undefined ? issue : { ...issue, line };
  });
  return [
    ...unreadLines.map((line): ColumnIssue => ({ column: '', reason: 'unread', line, isLeftOut: true })),
    ...ofColumns,
    ...ignored.map(({ reason, text, line }): ColumnIssue => ({ column: text, reason, line, isLeftOut: true })),
  ];
}

/** Texts of issues that only the server finds; they are not in the client bundle. */
import type { ServerIssueCode } from '../../entity/issue';

export const serverIssues = {
  css: 'Use only rules for this block that load nothing, such as: p { color: #336699; }',
  css_length:
    'A length is too large. Use at most 2,000 px, and at most 500 px for text sizes, letter spacing, borders and shadows',
  unix_time: 'Enter the time in Unix seconds, such as 1767225600',
  sheet_columns: 'The sheet has {{count}} columns. A design starts from up to {{max}}. Remove some columns.',
  sheet_rows:
    'The sheet has {{count}} rows. A design starts with up to {{max}}. Create and apply it, then import the others.',
  sheet_cell: 'A cell of row {{row}} has {{count}} characters. Up to {{max}} are possible.',
  sheet_empty: 'The sheet has no headings. Enter them in the first row.',
  choice_of: 'Choose {{options}}',
  choice_like: 'Choose one of the {{count}} options, such as {{options}}',
} as const satisfies Readonly<Record<ServerIssueCode, string>>;

/** Reads the table of SQL text, such as an export of a database. Nothing of it is executed; the response lists what was skipped. */
import { designFromTable } from '../../../common/designer/guessFields';
import { scanSql, type SqlToken } from '../../../common/designer/guess/scanSql';
import { parseCreateTable } from '../../../common/designer/guess/parseCreateTable';
import type { Lang } from '../../../common/lang';
import { translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import type { HandlerResult } from '../../engine/http/routeRegistry';
import { unreadableSqlFault } from '../../designer/describeProblems';
import { listRenames, pairFields } from './designChanges';
import { formatCompatDesign } from './designForm';

const STATEMENT_CHARS = 60;
const MAX_STATEMENTS = 20;
const CREATE_TABLE = /^create (?:or replace )?(?:temporary |temp )?table /i;

const isEnd = ({ kind, text }: SqlToken): boolean => kind === 'sign' && text === ';';
/** The statements of a text, each as its words. */
function listStatements(tokens: readonly SqlToken[]): readonly string[] {
  const statements: string[][] = [[]];
  for (const token of tokens) {
    if (isEnd(token)) statements.push([]);
    else statements.at(-1)?.push(token.text);
  }
  return statements.map((words) => words.join(' ')).filter((words) => words !== '');
}

/** The statements other than the only CREATE TABLE, shortened. Error: `compat.one_statement` for several tables. */
function listSkipped(sql: string): readonly string[] {
  const { tokens, executedComments } = scanSql(sql);
  const statements = listStatements(tokens);
  const others = statements.filter((words) => !CREATE_TABLE.test(words));
  // A client shows the columns of one table.
  if (statements.length - others.length > 1) throw fault('compat.one_statement');
  const comments = executedComments.map(({ text }) => text.replace(/\s+/g, ' '));
  const shown = [...others, ...comments].map((text) => truncate(text, STATEMENT_CHARS));
  return [...new Set(shown)].slice(0, MAX_STATEMENTS);
}

/**
 * The columns of the one table, with the parts that were skipped or changed. Errors: `compat.one_statement` for several tables,
 * `design.unreadable` for none.
 */
export function readSqlTable(sql: string, lang: Lang): HandlerResult {
  const skipped = listSkipped(sql);
  const parsed = parseCreateTable(sql);
  if ('problem' in parsed) throw unreadableSqlFault(parsed);
  const design = designFromTable(parsed.name, parsed.columns, parsed.comment);
  const paired = pairFields(parsed.columns, design);
  const { fields, table } = formatCompatDesign(design);
  // A design gets a title when it has no short text.
  const added = new Set(paired.added.map(({ name }) => name));
  const columns = fields.filter(({ name }) => !added.has(name));
  const renamed = listRenames(paired).map(([sent, own]) => `${truncate(sent, STATEMENT_CHARS)} → ${own}`);
  const withoutField = paired.withoutField.filter(({ name }) => columns.every((column) => column.name !== name));
  const ignored = [...skipped, ...renamed, ...withoutField.map(({ name }) => truncate(name, STATEMENT_CHARS))];
  return {
    data: { columns, comment: table.comment, ignored },
    ...(ignored.length === 0 ? {} : { msg: translate(lang, 'compat.skippedSql', { parts: ignored.join('; ') }) }),
  };
}

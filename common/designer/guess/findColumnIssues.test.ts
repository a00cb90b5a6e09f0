/** What a design cannot take over from a table or from CREATE TABLE text is listed with the reason and the line. */
import { describe, expect, it } from '@jest/globals';
import { asStringRecord } from '../../json';
import { designer } from '../../locales/en/designer';
import { designerScreen } from '../../locales/en/designerScreen';
import { designerScreen as designerScreenZh } from '../../locales/zh-cn/designerScreen';
import { listFieldColumns } from '../guessFields';
import { findSqlIssues } from './findSqlIssues';
import { parseCreateTable } from './parseCreateTable';

const SQL = `CREATE TABLE album (
  code varchar(20) NOT NULL,
  CoverData mediumblob,
  place point,
  \`Release Date\` date,
  rating varchr(20),
  total int GENERATED ALWAYS AS (1 + 1) STORED,
  token varchar(36) DEFAULT uuid(),
  live int,
  created_at datetime,
  create_time bigint,
  12,
  PRIMARY KEY (code)
)`;

describe('findSqlIssues', () => {
  it('lists each column that is left out or changes, with its reason and line', () => {
    const table = parseCreateTable(SQL);
    if ('problem' in table) throw new Error(table.problem);
    const issues = findSqlIssues(table);
    expect(issues.map(({ column, reason, line, isLeftOut }) => [column, reason, line, isLeftOut])).toEqual([
      ['', 'unread', 12, true],
      ['code', 'key', 2, true],
      ['CoverData', 'type', 3, true],
      ['place', 'type', 4, true],
      ['Release Date', 'name', 5, false],
      ['rating', 'unknown_type', 6, false],
      ['total', 'generated', 7, false],
      ['token', 'default', 8, false],
      ['live', 'engine', 9, true],
      ['created_at', 'standard', 10, true],
    ]);
    for (const { start } of [designerScreen, designerScreenZh])
      expect(Object.keys(start.columns)).toEqual(expect.arrayContaining(issues.map(({ reason }) => reason)));
    expect(listFieldColumns(table.columns).map(({ name }) => name)).not.toContain('CoverData');
  });

  it.each([
    ['unclosed', 2, "CREATE TABLE a (\n b int COMMENT 'x,\n c int)"],
    ['unclosed_bracket', 1, 'CREATE TABLE a (\n b int'],
    ['no_bracket', 2, '-- x\nCREATE TABLE a AS SELECT 1'],
    ['no_columns', 1, 'CREATE TABLE a (PRIMARY KEY (id))'],
  ])('%s: names the line %d', (problem, line, sql) => {
    expect(parseCreateTable(sql)).toEqual({ problem, line });
    expect(asStringRecord(designer.sql)[problem]).toContain('Line {{line}}');
  });

  it('a table with too many columns: names their number and the limit', () => {
    const columns = Array.from({ length: 250 }, (_none, at) => `c${at} int`).join(',');
    expect(parseCreateTable(`CREATE TABLE a (${columns})`)).toEqual({
      problem: 'too_many_columns',
      line: 1,
      count: 250,
      max: 200,
    });
  });
});

/** What a design cannot take over from a table or from CREATE TABLE text is listed with the reason and the line. */
import { describe, expect, it } from '@jest/globals';
import { asStringRecord } from '../../json';
import { designer } from '../../locales/en/designer';
import { designer as designerZh } from '../../locales/zh-cn/designer';
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

const STATEMENTS = `/*!40101 SET NAMES utf8 */;
DROP TABLE IF EXISTS book;
CREATE TABLE book (
  id int PRIMARY KEY AUTO_INCREMENT,
  title varchar(200),
  author_id int REFERENCES author (id),
  pages int CHECK (pages > 0),
  shelf varchar(20), place varchar(20),
  UNIQUE KEY spot (shelf, place),
  KEY shelf_index (shelf),
  CONSTRAINT fk FOREIGN KEY (author_id) REFERENCES author (id),
  CHECK (pages < 9000),
  CONSTRAINT UNIQUE (title(20), shelf), UNIQUE (title)
) ENGINE=InnoDB COMMENT='Books';
INSERT INTO book VALUES (1, 'x');
INSERT INTO book VALUES (2, 'y; z');
ALTER TABLE book ADD UNIQUE (title, pages);
CREATE INDEX pages_index ON book (pages)`;

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

  it('lists each key, rule and statement that no design can have, with its reason and line', () => {
    const table = parseCreateTable(STATEMENTS);
    if ('problem' in table) throw new Error(table.problem);
    const issues = findSqlIssues(table).filter(({ isLeftOut }) => isLeftOut);
    expect(issues.map(({ column, reason, line }) => [column, reason, line])).toEqual([
      ['author_id', 'foreign_key', 6],
      ['pages', 'check', 7],
      ['shelf, place', 'unique_together', 9],
      ['shelf', 'index', 10],
      ['author_id', 'foreign_key', 11],
      ['CHECK ( pages < 9000 )', 'check', 12],
      ['title, shelf', 'unique_together', 13],
      ['/*!40101 SET NAMES utf8 */', 'statement', 1],
      ['DROP TABLE IF EXISTS book', 'statement', 2],
      ['INSERT INTO book VALUES', 'statement', 15],
      ['ALTER TABLE book ADD UNIQUE', 'statement', 17],
      ['CREATE INDEX pages_index ON book', 'statement', 18],
    ]);
    for (const { start } of [designerScreen, designerScreenZh])
      expect(Object.keys(start.columns)).toEqual(expect.arrayContaining(issues.map(({ reason }) => reason)));
    const unique = table.columns.filter(({ isUnique }) => isUnique === true);
    expect(unique.map(({ name }) => name)).toEqual(['title']);
  });

  it('a second table: names it and its line', () => {
    const sql = "CREATE TABLE a (b int COMMENT 'create table x');\n\nCREATE TABLE IF NOT EXISTS `shelf` (c int);";
    expect(parseCreateTable(sql)).toEqual({ problem: 'several_tables', line: 3, name: 'shelf' });
    for (const { sql: texts } of [designer, designerZh]) expect(texts.several_tables).toContain('“{{name}}”');
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

/** Fields are guessed from columns, CREATE TABLE text is read in every dialect, and designs like tables can be applied. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entities } from '../entities/index';
import { createRegistry } from '../entity/registry';
import { checkDesign } from './checkDesign';
import { designFromTable, guessField, type TableColumn } from './guessFields';
import { parseCreateTable } from './guess/parseCreateTable';

const context = { registry: createRegistry(entities), takenNames: new Set<string>(), menuGroups: ['developer'] };
const column = (name: string, sqlType: string, more: Partial<TableColumn> = {}): TableColumn => ({
  name,
  sqlType,
  nullable: true,
  default: null,
  comment: '',
  isPrimary: false,
  ...more,
});

const MYSQL = `
-- Dump of a shop
DROP TABLE IF EXISTS \`shop\`.\`order_item\`;
CREATE TABLE IF NOT EXISTS \`shop\`.\`order_item\` (
  \`id\` int(10) unsigned NOT NULL AUTO_INCREMENT COMMENT 'ID',
  \`title\` varchar(120) COLLATE utf8mb4_unicode_ci NOT NULL DEFAULT '' COMMENT '标题',
  \`status\` tinyint(4) NOT NULL DEFAULT '1' COMMENT 'Status:0=Off,1=On',
  \`kind\` enum('new','old, used','it''s') DEFAULT 'new' COMMENT "Kind",
  \`price\` decimal(10,2) unsigned NOT NULL DEFAULT 0.00, /* in euros */
  \`user_id\` int(11) DEFAULT NULL,
  \`paid_time\` bigint(16) unsigned DEFAULT NULL,
  \`remark\` text CHARACTER SET utf8mb4 COMMENT '备注 \\'说明\\'',
  \`is_gift\` tinyint(1) NOT NULL DEFAULT b'1',
  \`total\` int(11) GENERATED ALWAYS AS (\`price\` * (2 + 1)) STORED,
  \`weigh\` int(11) NOT NULL DEFAULT 0,
  \`createtime\` bigint(16) DEFAULT NULL,
  \`updated_at\` timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (\`id\`) USING BTREE,
  UNIQUE KEY \`u_title\` (\`title\`(20)),
  CONSTRAINT \`fk\` FOREIGN KEY (\`user_id\`) REFERENCES \`user\` (\`id\`) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='订单明细表';
INSERT INTO \`order_item\` VALUES (1, 'x');`;

const SQLITE = `CREATE TABLE "Book List" ([id] INTEGER PRIMARY KEY AUTOINCREMENT, "Author Name" TEXT NOT NULL,
  pages INTEGER CHECK (pages > 0), rating REAL DEFAULT -1.5, untyped, cover_image TEXT) WITHOUT ROWID`;

const getTable = (sql: string) => {
  const parsed = parseCreateTable(sql);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
};

describe('parseCreateTable', () => {
  it.each([
    ['UNIQUE KEY `u` (`code`)', 1],
    ['UNIQUE INDEX u (code ASC)', 1],
    ['CONSTRAINT u UNIQUE (code)', 1],
    ['UNIQUE (code, other)', 0],
    ['KEY `unique_code` (`code`)', 0],
  ])('sets Unique for a unique index of one column: %s', (index, isUnique) => {
    const { name, columns } = getTable(`CREATE TABLE a (id int PRIMARY KEY, code varchar(20), other int, ${index})`);
    const field = designFromTable(name, columns).fields.find((one) => one.name === 'code');
    expect(field?.is_unique).toBe(isUnique);
  });

  it('sets Unique for a column declared unique, and not for a text that is too long', () => {
    const { name, columns } = getTable('CREATE TABLE a (code varchar(20) NOT NULL UNIQUE, note text UNIQUE)');
    const unique = designFromTable(name, columns).fields.filter((field) => field.is_unique === 1);
    expect(unique.map((field) => field.name)).toEqual(['code']);
  });

  it('reads a dump of MySQL', () => {
    const table = getTable(MYSQL);
    expect([table.name, table.comment, table.columns.length]).toEqual(['order_item', '订单明细表', 13]);
    expect(table.columns).toEqual(
      expect.arrayContaining([
        column('id', 'int(10) unsigned', { nullable: false, comment: 'ID', isPrimary: true }),
        column('title', 'varchar(120)', { nullable: false, default: '', comment: '标题', isUnique: true }),
        column('kind', "enum('new','old, used','it''s')", { default: 'new', comment: 'Kind' }),
        column('price', 'decimal(10,2) unsigned', { nullable: false, default: '0.00' }),
        column('remark', 'text', { comment: "备注 '说明'" }),
        column('is_gift', 'tinyint(1)', { nullable: false, default: '1' }),
        column('updated_at', 'timestamp', { hasExpression: true }),
      ]),
    );
  });
  it('reads a table of SQLite', () => {
    const table = getTable(SQLITE);
    expect(table.name).toBe('Book List');
    expect(table.columns).toEqual([
      column('id', 'INTEGER', { nullable: false, isPrimary: true }),
      column('Author Name', 'TEXT', { nullable: false }),
      column('pages', 'INTEGER'),
      column('rating', 'REAL', { default: '-1.5' }),
      column('untyped', ''),
      column('cover_image', 'TEXT'),
    ]);
  });
  it.each([
    ['too_long', `CREATE TABLE a (b int) -- ${'x'.repeat(65_536)}`],
    ['unclosed', "CREATE TABLE a (b int COMMENT 'x)"],
    ['unclosed', 'CREATE TABLE a (b int) /* x'],
    ['no_table', 'DROP TABLE admin'],
    ['no_bracket', 'CREATE TABLE a AS SELECT 1'],
    ['unclosed_bracket', 'CREATE TABLE a (b int'],
    ['no_table', ''],
    ['no_columns', 'CREATE TABLE a (PRIMARY KEY (id))'],
    ['too_many_columns', `CREATE TABLE a (${Array.from({ length: 201 }, (_none, at) => `c${at} int`).join(',')})`],
  ])('returns %s', (problem, sql) => {
    expect(parseCreateTable(sql)).toMatchObject({ problem });
  });
  it('never throws, and is quick for hostile text', () => {
    const pieces = [
      'CREATE TABLE ',
      'a',
      '(',
      ')',
      ',',
      "'",
      '"',
      '`',
      '[',
      ']',
      '\\',
      '/*',
      '*/',
      '--',
      '\n',
      'int',
      'enum',
      ' default ',
      ' comment ',
      'primary key',
      '.',
      ';',
      '😀',
      '\u0000',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const parsed = parseCreateTable(parts.join(''));
        if (!('problem' in parsed)) designFromTable(parsed.name, parsed.columns, parsed.comment);
      }),
      { numRuns: 2000 },
    );
    for (const piece of ['(', '((', '(a', ',', 'create table ', '[', "''", '\\', '-', '/'])
      parseCreateTable(`CREATE TABLE a (b ${piece.repeat(60_000 / piece.length)}`);
  });
});

describe('a design like a table', () => {
  it.each([
    ['MySQL', MYSQL],
    ['SQLite', SQLITE],
  ])('of %s can be applied', (_dialect, sql) => {
    const table = getTable(sql);
    const design = designFromTable(`${table.name}_copy`, table.columns, table.comment);
    expect(checkDesign(design, context)).toEqual([]);
  });
  it('the design takes the standard columns and the comment over', () => {
    const table = getTable(MYSQL);
    const { settings, fields } = designFromTable('order_copy', table.columns, table.comment);
    expect(settings).toMatchObject({ one_en: 'Order copy', one_zh: '订单明细', title_field: 'title' });
    expect(settings.standard_columns).toEqual(['id', 'weigh', 'create_time', 'update_time']);
    expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'id primary_key',
      'title text',
      'status choice',
      'kind choice',
      'price money',
      'user_id ref',
      'paid_time datetime',
      'remark text',
      'is_gift switch',
      'total integer',
    ]);
  });
  it('a design of a table without texts gets a name', () => {
    const design = designFromTable('Meter', [column('id', 'int', { isPrimary: true }), column('value', 'double')]);
    expect(checkDesign(design, context)).toEqual([]);
    expect(design.settings.title_field).toBe('name');
  });
  it('leaves the columns of the engine out', () => {
    const names = ['id', 'title', 'title_n', 'revision', 'live', 'delete_time'];
    const design = designFromTable(
      'old',
      names.map((name) => column(name, 'varchar(20)', { isPrimary: name === 'id' })),
    );
    expect(design.fields.map(({ name }) => name)).toEqual(['id', 'title']);
  });
});

describe('guessField', () => {
  it.each([
    ['is_on_switch', 'tinyint(4)', 'switch'],
    ['is_open', 'boolean', 'switch'],
    ['content', 'text', 'rich_text'],
    ['intro_editor', 'longtext', 'rich_text'],
    ['intro', 'longtext', 'text'],
    ['tags_array', 'varchar(255)', 'array'],
    ['send_time', 'bigint(16)', 'datetime'],
    ['sent', 'timestamp', 'datetime'],
    ['opens', 'time', 'time'],
    ['day', 'date', 'date'],
    ['built_year', 'int', 'year'],
    ['admin_id', 'int unsigned', 'ref'],
    ['admin_ids', 'varchar(255)', 'refs'],
    ['home_city', 'varchar(100)', 'city'],
    ['avatar', 'varchar(255)', 'image'],
    ['images', 'varchar(1500)', 'images'],
    ['file', 'varchar(255)', 'file'],
    ['menu_icon', 'varchar(50)', 'icon'],
    ['color', 'varchar(7)', 'color'],
    ['password', 'varchar(32)', 'password'],
    ['price', 'decimal(10,2)', 'money'],
    ['ratio', 'decimal(5,4)', 'float'],
    ['count', 'decimal(5,0)', 'integer'],
    ['amount', 'double', 'float'],
    ['state', "enum('a','b')", 'choice'],
    ['flags', "set('a','b')", 'choices'],
    ['data', 'json', 'json'],
    ['status', 'tinyint(1)', 'choice'],
  ])('guesses for %s of type %s: %s', (name, sqlType, kind) => {
    expect(guessField(column(name, sqlType)).kind).toBe(kind);
  });
  it.each([
    ['ratio', 'decimal(5,4)', { kind: 'float', decimals: 4, min: null, operators: null }],
    ['weight', 'decimal(10,2) unsigned', { kind: 'float', decimals: 2, min: 0 }],
    ['score', 'decimal(30,20)', { kind: 'float', decimals: null }],
    [
      'amount',
      'double',
      { decimals: null, operators: ['NULL', 'NOT NULL', '>', '>=', '<', '<=', 'RANGE', 'NOT RANGE'] },
    ],
    ['price', 'decimal(10,2)', { kind: 'money', decimals: null, operators: null }],
    ['country', 'char(2)', { max: 2, list_width: 110, list_rendering: '' }],
    ['order_code', 'varchar(40)', { max: 40, list_width: null, list_rendering: 'code' }],
  ])('takes options of the list from %s of type %s', (name, sqlType, options) => {
    expect(guessField(column(name, sqlType))).toMatchObject(options);
  });
  it('reads a dictionary and its default', () => {
    expect(guessField(column('status', 'tinyint', { comment: 'Status:0=Off,1=On', default: '1' }))).toMatchObject({
      kind: 'choice',
      label_en: 'Status',
      default_value: 'on',
      choices: [
        { name: 'off', value: 0, en: 'Off', zh: 'Off' },
        { name: 'on', value: 1, en: 'On', zh: 'On' },
      ],
    });
    expect(guessField(column('sex', 'char(1)', { comment: '性别：m=男，f=女' }))).toMatchObject({
      label_en: 'Sex',
      label_zh: '性别',
      choices: [
        { name: 'm', value: 'm', en: 'M', zh: '男' },
        { name: 'f', value: 'f', en: 'F', zh: '女' },
      ],
    });
  });
  it.each([
    ['is_open_switch', 'tinyint(1)', '公开:0=否,1=是', 'switch'],
    ['mode_switch', 'int', 'Mode:0=Day,1=Night', 'switch'],
    ['is_open', 'tinyint(1)', 'Open:0=No,1=Yes', 'switch'],
    ['is_shown', 'boolean', '可见：0=隐藏，1=显示', 'switch'],
    ['sex', 'tinyint(1)', '性别:0=女,1=男', 'choice'],
    ['status', 'tinyint(1)', 'Status:0=Off,1=On', 'choice'],
    ['is_open', 'tinyint(1)', 'Open:0=No,1=Yes,2=Unknown', 'choice'],
    ['is_open', 'enum', 'Open:0=No,1=Yes', 'choice'],
  ])('takes %s of type %s with the dictionary %s as %s', (name, sqlType, comment, kind) => {
    const field = guessField(column(name, sqlType, { comment, default: '1' }));
    expect(field.kind).toBe(kind);
    expect([field.label_en, field.label_zh]).toContain(comment.split(/[:：]/)[0]);
    if (kind === 'switch') expect(field).toMatchObject({ default_value: '1', choices: null });
  });
  it('requires a column that cannot be null and has no default', () => {
    expect(guessField(column('code', 'varchar(20)', { nullable: false }))).toMatchObject({ required: 1, max: 20 });
    expect(guessField(column('code', 'varchar(20)', { nullable: false, default: '' }))).toMatchObject({
      required: 0,
      other_options: { default: '' },
    });
  });
  it('drops a default that the field cannot have', () => {
    for (const value of ['x', '1); DROP TABLE admin', 'a\\b', '9'.repeat(30)])
      expect(guessField(column('size', 'int', { default: value }))).toMatchObject({ default_value: '' });
    expect(guessField(column('day', 'date', { default: '0000-00-00' })).default_value).toBe('');
  });
});

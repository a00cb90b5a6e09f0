/** `checkDesign` finds each problem of a design, accepts every sound design, and never throws. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entities } from '../entities/index';
import type { AnyEntity } from '../entity/entity';
import { createRegistry } from '../entity/registry';
import { designer as en } from '../locales/en/designer';
import { menu } from '../locales/en/menu';
import { designer as zh } from '../locales/zh-cn/designer';
import { designs } from '../testing/designs';
import { sample } from '../testing/sampleEntity';
import { checkDesign, type CheckContext } from './checkDesign';
import { completeField, completeSettings, primaryKeyField, type CompleteField } from './completeDesign';
import type { Design } from './design';
import { designToEntity } from './designToEntity';
import { entityToDesign } from './entityToDesign';

const registry = createRegistry(entities);
const context: CheckContext = {
  registry,
  takenNames: new Set([...registry.all.map(({ name }) => name), 'change_log']),
  menuGroups: Object.keys(menu).filter((name) => name !== 'node'),
};
const title = completeField({ name: 'title', kind: 'text', label_en: 'Title', label_zh: '标题', required: 1 });
const status = completeField({
  name: 'status',
  kind: 'choice',
  label_en: 'Status',
  label_zh: '状态',
  choices: [
    { name: 'open', value: 0, en: 'Open', zh: '打开' },
    { name: 'shut', value: 1, en: 'Shut', zh: '关闭' },
  ],
});
const settings = completeSettings({
  table_name: 'complaint',
  one_en: 'Complaint',
  many_en: 'Complaints',
  one_zh: '投诉',
  many_zh: '投诉',
  title_field: 'title',
});
const sound: Design = { settings, fields: [primaryKeyField(), title, status] };
const withSettings = (patch: object): Design => ({ ...sound, settings: { ...settings, ...patch } });
const withTitle = (patch: object): Design => ({
  ...sound,
  fields: [primaryKeyField(), { ...title, ...patch }, status],
});
const withStatus = (patch: object): Design => ({
  ...sound,
  fields: [primaryKeyField(), title, { ...status, ...patch }],
});
const withField = (patch: Partial<CompleteField>): Design => ({
  ...sound,
  fields: [
    ...sound.fields,
    completeField({ name: 'extra', kind: 'text', label_en: 'Extra', label_zh: '其他', ...patch }),
  ],
});
const check = (design: Design, given: Partial<CheckContext> = {}) => checkDesign(design, { ...context, ...given });
const codes = (design: Design) => check(design).map(({ code }) => code);
const shortTexts = (count: number, max: number) =>
  Array.from({ length: count }, (_none, at) =>
    completeField({ name: `f${at}`, kind: 'text', max, in_list: 0, label_en: `F ${at}`, label_zh: `字段${at}` }),
  );

describe('checkDesign', () => {
  it('finds no problem in a sound design', () => {
    expect(check(sound)).toEqual([]);
  });
  it('finds no problem in random sound designs', () => {
    fc.assert(
      fc.property(designs, (design) => expect(check(design)).toEqual([])),
      { numRuns: 200 },
    );
  });
  it('finds no problem in built-in entities under another name, apart from options that need code', () => {
    const found = [...registry.all, sample].flatMap((entity: AnyEntity) => {
      const design = entityToDesign(entity);
      const renamed = { ...design.settings, table_name: 'copied' };
      const own = design.fields.map((field) => (field.target === entity.name ? { ...field, target: 'copied' } : field));
      return check({ settings: renamed, fields: own })
        .filter(({ code }) => code !== 'option_needs_code' && code !== 'length_out_of_bounds')
        .filter(({ params }) => params?.['rule'] !== 'child_unfit')
        .map((problem) => [entity.name, problem]);
    });
    expect(found).toEqual([]);
  });
  it('accepts labels that look like code', () => {
    const evil = '</script>\'"${}*/';
    const words = { label_en: evil, label_zh: evil, help_en: evil, help_zh: evil, heading_en: evil, heading_zh: evil };
    const design = {
      settings: { ...settings, one_en: evil, many_en: evil, one_zh: evil, many_zh: evil },
      fields: [
        primaryKeyField(),
        { ...title, ...words },
        {
          ...status,
          ...words,
          label_en: `${evil} 2`,
          label_zh: `${evil} 2`,
          choices: [
            { name: 'open', value: 0, en: evil, zh: evil },
            { name: 'shut', value: 1, en: evil, zh: evil },
          ],
        },
      ],
    };
    expect(check(design)).toEqual([]);
  });
  it('accepts the permission of a transition with the name of the own table', () => {
    const step = { name: 'close', from: ['open'], to: 'shut' };
    const design = withStatus({ transitions: [{ ...step, node: 'complaint/finish' }] });
    expect(check(design)).toEqual([]);
    expect(designToEntity(design).spec.transitions).toEqual({
      status: { close: { from: ['open'], to: 'shut', node: 'finish' } },
    });
    expect(codes(withStatus({ transitions: [{ ...step, node: 'news/finish' }] }))).toEqual(['transition_permission']);
  });
  it('lets a design keep the name under which it is active', () => {
    const takenNames = new Set(['complaint']);
    expect(check(sound, { takenNames }).map(({ code }) => code)).toEqual(['table_taken']);
    expect(check(sound, { takenNames, appliedName: 'complaint' })).toEqual([]);
  });
  it('lets a field refer to the table of the design itself', () => {
    const parent = withField({ name: 'pid', kind: 'ref', target: 'complaint' });
    expect(check({ ...parent, settings: { ...settings, tree_field: 'pid' } })).toEqual([]);
  });
  it('names the field and the column of a problem', () => {
    expect(check(withTitle({ label_zh: '' }))).toEqual([
      { code: 'label_missing', field: 'title', property: 'label_zh' },
    ]);
    expect(check(withSettings({ menu: 'nowhere' }))).toEqual([
      { code: 'menu_unknown', property: 'menu', params: { name: 'nowhere' } },
    ]);
  });
});

describe('problems of settings', () => {
  it.each<[string, string, Design]>([
    ['table_name_required', 'no name', withSettings({ table_name: '' })],
    ['name_invalid', 'a name with a capital', withSettings({ table_name: 'Complaint' })],
    ['name_invalid', 'a name of 41 letters', withSettings({ table_name: 'a'.repeat(41) })],
    ['name_sql', 'a word of SQL', withSettings({ table_name: 'order' })],
    ['name_sql', 'a name of SQLite', withSettings({ table_name: 'sqlite_stat1' })],
    ['name_engine', 'a name with the suffix of normalized columns', withSettings({ table_name: 'size_n' })],
    ['table_taken', 'the name of an entity', withSettings({ table_name: 'admin' })],
    ['table_taken', 'the name of a system table', withSettings({ table_name: 'change_log' })],
    ['table_label_missing', 'a missing label', withSettings({ many_zh: ' ' })],
    ['icon_missing', 'no icon', withSettings({ icon: '' })],
    ['menu_unknown', 'an unknown menu group', withSettings({ menu: 'x' })],
    ['title_missing', 'no title', withSettings({ title_field: '' })],
    ['title_unfit', 'an unknown title', withSettings({ title_field: 'ghost' })],
    ['title_unfit', 'a title that may be empty', withTitle({ required: 0 })],
    ['title_unfit', 'a restricted title', withTitle({ sensitivity: 'restricted' })],
    ['title_unfit', 'a long title', withTitle({ max: 2000, in_list: 0 })],
    ['sort_unfit', 'an unknown sort field', withSettings({ sort_field: 'ghost' })],
    ['owner_unfit', 'an owner that is not a reference to admins', withSettings({ owner_field: 'title' })],
    ['tree_unfit', 'a tree that is not a reference to itself', withSettings({ tree_field: 'title' })],
    [
      'status_missing',
      'enabled rows without a status',
      { settings: { ...settings, guest_read: 'enabled' }, fields: [primaryKeyField(), title] },
    ],
    ['merge_invalid', 'a merge group with an unknown field', withSettings({ merge_groups: [['title', 'ghost']] })],
    ['merge_invalid', 'merge groups that are not list', withSettings({ merge_groups: { a: 1 } })],
    ['options_invalid', 'options that are a list', withSettings({ other_options: [] })],
    ['option_unknown', 'an unknown option', withSettings({ other_options: { code: 'x' } })],
    ['option_invalid', 'an order that is a text', withSettings({ other_options: { listColumns: 'id' } })],
    ['option_needs_code', 'actions', withSettings({ other_options: { actions: ['explode'] } })],
    [
      'list_empty',
      'an empty list',
      {
        settings: { ...settings, standard_columns: [] },
        fields: [primaryKeyField(), { ...title, in_list: 0 }, { ...status, in_list: 0 }],
      },
    ],
    ['fields_missing', 'no fields but the key', { settings, fields: [primaryKeyField()] }],
    ['primary_key_missing', 'no primary key', { settings, fields: [title] }],
    ['primary_key_twice', 'two primary keys', { settings, fields: [primaryKeyField(), primaryKeyField(), title] }],
    [
      'primary_key_name',
      'a primary key of another name',
      { settings, fields: [{ ...primaryKeyField(), name: 'key' }, title] },
    ],
    ['too_many_fields', '101 fields', { settings, fields: [primaryKeyField(), title, ...shortTexts(100, 300)] }],
    [
      'row_too_large',
      'texts beyond the row of MariaDB',
      { settings, fields: [primaryKeyField(), title, ...shortTexts(70, 250)] },
    ],
    [
      'row_too_wide',
      'short texts beyond the page of MariaDB',
      { settings, fields: [primaryKeyField(), title, ...shortTexts(34, 60)] },
    ],
    ['other', 'an option of a wrong format', withSettings({ other_options: { either: [['title', 'title']] } })],
  ])('%s is found for %s', (code, _what, design) => {
    expect(codes(design)).toContain(code);
  });
});

describe('problems of fields', () => {
  const choice = (patch: object) => ({ name: 'open', value: 0, en: 'Open', zh: '打开', ...patch });
  it.each<[string, string, Design]>([
    ['name_required', 'no name', withField({ name: '' })],
    ['name_invalid', 'a double underscore', withField({ name: 'a__b' })],
    ['name_engine', 'a column of the engine', withField({ name: 'revision' })],
    ['name_engine', 'a key of prototypes', withField({ name: 'constructor' })],
    ['name_standard', 'a standard column', withField({ name: 'create_time' })],
    ['name_duplicate', 'a name twice', withField({ name: 'title' })],
    ['label_duplicate', 'a label twice', withField({ label_en: 'title ' })],
    ['help_one_language', 'help in one language', withField({ help_en: 'Help' })],
    ['heading_one_language', 'a heading in one language', withField({ heading_zh: '标题' })],
    ['kind_unknown', 'an unknown kind', withTitle({ kind: 'blob' })],
    ['value_invalid', 'a number as label', withTitle({ label_en: ['x'] })],
    ['list_unfit', 'a password in the list', withField({ kind: 'password' })],
    ['required_not_in_form', 'a required field outside the form', withField({ required: 1, in_form: 0 })],
    ['option_unknown', 'an unknown option', withField({ other_options: { sql: 'x' } })],
    ['options_invalid', 'options that are a text', withField({ other_options: 'x' })],
    ['default_invalid', 'a word as default of a number', withField({ kind: 'integer', default_value: 'x' })],
    ['default_invalid', 'a default beyond the maximum', withField({ kind: 'integer', max: 3, default_value: '4' })],
    ['default_invalid', 'a day that does not exist', withField({ kind: 'date', default_value: '2023-02-30' })],
    ['default_invalid', 'an unknown choice as default', withStatus({ default_value: 'ajar' })],
    ['default_invalid', 'an object as default of a text', withField({ other_options: { default: { isRaw: true } } })],
    ['default_backslash', 'a backslash', withField({ default_value: 'a\\b' })],
    ['default_backslash', 'a quotation mark in JSON', withField({ kind: 'json', other_options: { default: '"' } })],
    ['choices_missing', 'no choices', withStatus({ choices: [] })],
    ['choices_missing', 'choices that are a text', withStatus({ choices: 'open' })],
    ['choices_invalid', 'a choice that is null', withStatus({ choices: [null] })],
    ['choices_invalid', 'a fraction as value', withStatus({ choices: [choice({ value: 0.5 })] })],
    ['choices_mixed', 'numbers and words', withStatus({ choices: [choice({}), choice({ name: 'b', value: 'b' })] })],
    ['choice_duplicate', 'a value twice', withStatus({ choices: [choice({}), choice({ name: 'b' })] })],
    ['choice_label_missing', 'a missing label', withStatus({ choices: [choice({ zh: '' })] })],
    ['rendering_unknown', 'an unknown input', withStatus({ rendering: 'checkbox' })],
    [
      'transitions_invalid',
      'an unknown choice',
      withStatus({ transitions: [{ name: 'go', from: ['open'], to: 'x' }] }),
    ],
    [
      'transition_permission',
      'a permission of another table',
      withStatus({ transitions: [{ name: 'go', from: ['open'], to: 'shut', node: 'news/go' }] }),
    ],
    [
      'transition_label_one_language',
      'a label of a permission in one language',
      withStatus({ transitions: [{ name: 'go', from: ['open'], to: 'shut', node: 'go', en: 'Close' }] }),
    ],
    ['transitions_invalid', 'transitions that are an object', withStatus({ transitions: { go: 1 } })],
    ['locked_invalid', 'an unknown choice that locks', withStatus({ locked_when: ['ajar'] })],
    ['min_above_max', 'a minimum above the maximum', withField({ kind: 'integer', min: 5, max: 4 })],
    ['bound_not_whole', 'a whole number with a fraction as a limit', withField({ kind: 'integer', min: 0.5 })],
    ['step_not_whole', 'a whole number with a fraction as its step', withField({ kind: 'integer', step: 0.5 })],
    [
      'default_invalid',
      'an empty text as the default of a list',
      withField({ kind: 'array', other_options: { default: '' } }),
    ],
    ['length_out_of_bounds', 'a text of 20,001 characters', withField({ max: 20_001, in_list: 0 })],
    ['pattern_unknown', 'an unknown pattern', withField({ pattern: '^(a+)+$' })],
    ['unique_unfit', 'a long text that is unique', withField({ max: 2000, in_list: 0, is_unique: 1 })],
    ['search_unfit', 'a long text that is searched', withField({ max: 2000, in_list: 0, is_searched: 1 })],
    ['target_missing', 'no target', withField({ kind: 'ref' })],
    ['target_unknown', 'an unknown target', withField({ kind: 'refs', target: 'ghost' })],
  ])('%s is found for %s', (code, _what, design) => {
    expect(codes(design)).toContain(code);
  });
  it('locked_twice is found for two fields that lock rows', () => {
    const second = { ...status, name: 'second', label_en: 'Second', label_zh: '第二', locked_when: ['shut'] };
    const fields = [primaryKeyField(), title, { ...status, locked_when: ['open'] }, second];
    expect(codes({ settings, fields })).toEqual(['locked_twice']);
  });
});

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);
const PROTO: unknown = JSON.parse('{"__proto__":{"x":1}}');
const HOSTILE: readonly unknown[] = [
  '../../server/x',
  'a;drop table admin',
  '${7*7}',
  'constructor',
  '__proto__',
  '*/ process.exit()//',
  'a'.repeat(64),
  '😀',
  'a\u0000b',
  "'); --",
  { isRaw: true },
  PROTO,
  [null],
  deep(1000),
  Infinity,
  true,
];
const TARGETS: readonly (readonly [string, (value: unknown) => Design])[] = [
  ['table_name', (value) => withSettings({ table_name: value })],
  ['menu', (value) => withSettings({ menu: value })],
  ['title_field', (value) => withSettings({ title_field: value })],
  ['sort_field', (value) => withSettings({ sort_field: value })],
  ['owner_field', (value) => withSettings({ owner_field: value })],
  ['merge_groups', (value) => withSettings({ merge_groups: value })],
  ['other_options', (value) => withSettings({ other_options: value })],
  ['access', (value) => withSettings({ other_options: { access: { staff: value } } })],
  ['name', (value) => withTitle({ name: value })],
  ['kind', (value) => withTitle({ kind: value })],
  ['pattern', (value) => withTitle({ pattern: value })],
  ['choices', (value) => withStatus({ choices: value })],
  ['a choice', (value) => withStatus({ choices: [value] })],
  ['transitions', (value) => withStatus({ transitions: value })],
  ['a transition', (value) => withStatus({ transitions: [{ name: 'go', from: value, to: value }] })],
  ['locked_when', (value) => withStatus({ locked_when: value })],
  ['target', (value) => withField({ kind: 'ref', target: value as string })],
  ['a default', (value) => withField({ kind: 'integer', default_value: value as string, in_list: 0 })],
  ['options', (value) => withField({ other_options: { default: value as string, lines: value as number } })],
];

describe('hostile designs', () => {
  it('each have a problem, and none throws', () => {
    const all = TARGETS.flatMap(([what, make]) => HOSTILE.map((value) => [what, value, make(value)] as const));
    expect(all.length).toBeGreaterThan(200);
    for (const [what, value, design] of all) {
      const found = check(design);
      if (found.length === 0) throw new Error(`no problem is found for ${what} ${String(JSON.stringify(value))}`);
    }
  });
  it('designs of any JSON do not throw', () => {
    const columns = [...Object.keys(settings), ...Object.keys(title)];
    fc.assert(
      fc.property(fc.constantFrom(...columns), fc.jsonValue(), fc.jsonValue(), (column, value, whole) => {
        const patch = { [column]: value };
        check({ ...sound, settings: { ...settings, ...patch } });
        check(withTitle(patch));
        check(withStatus(patch));
        check(withField({ kind: 'choices', ...(patch as object) }));
        check(whole as unknown as Design);
        check({ settings: whole, fields: [whole, value] } as unknown as Design);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('messages of problems', () => {
  it('exist in both languages with the same parameters', () => {
    const parameters = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();
    for (const [code, text] of Object.entries(en.problems))
      expect([code, parameters(zh.problems[code as keyof typeof zh.problems])]).toEqual([code, parameters(text)]);
  });
});

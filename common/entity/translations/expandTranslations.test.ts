/** `translations` of a definition: companion fields with derived labels that every other part treats as ordinary fields. */
import { describe, expect, it } from '@jest/globals';
import { lintDefinition } from '../../definition/lintDefinition';
import { parseEntity, serializeEntity } from '../../definition/parseEntity';
import { printEntity } from '../../definition/printEntity';
import { entityLabels } from '../../locales/entityLabels';
import { getColumns, findColumn } from '../columns';
import { defineEntity, type AnyEntity } from '../entity';
import { array, integer, richText, text } from '../field';
import { localizedValue } from './localizedValue';
import { expandTranslations } from './expandTranslations';
import { validate } from '../validate';

const frame = {
  menu: 'content',
  icon: 'category',
  sensitivity: 'public',
  title: 'name',
  list: { columns: ['id', 'name'] },
  form: ['name', { group: 'more', rows: [['size', 'tags'], 'body'] }],
  access: { staff: 'crud' },
} as const;
const fields = {
  name: text({ required: true, unique: true, max: 30, search: true, pattern: 'name' }),
  note: text({ default: 'none', sensitivity: 'internal' }),
  size: integer({ default: 3 }),
  tags: array({ default: ['new'] }),
  body: richText({ required: true }),
} as const;
const en = { $one: 'Toy', $many: 'Toys', name: 'Name', note: 'Note', size: 'Size', tags: 'Tags', body: 'Text' };
const zh = { $one: '玩具', $many: '玩具', name: '名称', note: '备注', size: '尺寸', tags: '标签', body: '正文' };
const labels = {
  en: { ...en, $groups: { more: 'More' } },
  'zh-cn': { ...zh, $groups: { more: '更多' } },
} as const;
const toy = defineEntity('toy', { ...frame, fields, translations: ['name', 'note', 'tags', 'body'], labels });
const getSpec = (entity: AnyEntity): AnyEntity['spec'] => entity.spec;
const withSpec = (patch: object): AnyEntity => ({ name: 'toy', spec: { ...getSpec(toy), ...patch } });

describe('translations', () => {
  it('add fields of the same kind and options that may be empty and need not be unique', () => {
    expect(getSpec(toy).fields).toEqual({
      ...fields,
      name_en: text({ max: 30, search: true, pattern: 'name' }),
      note_en: text({ sensitivity: 'internal' }),
      tags_en: array({ default: [] }),
      body_en: richText(),
    });
    expect(findColumn(toy, 'name_en')).toMatchObject({ hasSearchColumn: true, sensitivity: 'public' });
    expect(findColumn(toy, 'note_en')?.sensitivity).toBe('internal');
  });
  it('add one group to the end of the form and no column to the list', () => {
    const group = { group: 'english', rows: ['name_en', 'note_en', 'tags_en', 'body_en'] };
    expect(getSpec(toy).form).toEqual([...frame.form, group]);
    expect(toy.spec.list).toEqual(frame.list);
  });
  it('leave a declared companion as it is, which its form places by itself', () => {
    const form = ['name', 'name_en', 'body'];
    const longer = { name_en: text({ max: 99 }) };
    expect(
      expandTranslations({ fields: { ...fields, ...longer }, form, translations: ['name', 'body'] }),
    ).toMatchObject({
      fields: { ...longer, body_en: richText() },
      form: [...form, { group: 'english', rows: ['body_en'] }],
    });
  });
  it('change nothing when they are expanded again, or when there are none', () => {
    expect(expandTranslations(getSpec(toy))).toBe(toy.spec);
    const plain = { fields, form: [] };
    expect(expandTranslations(plain)).toBe(plain);
  });
  it('get derived labels in both languages, which the definition does not hold', () => {
    const [english, chinese] = [entityLabels(toy, 'en'), entityLabels(toy, 'zh-cn')];
    expect(english.fields).toMatchObject({ name: 'Name', name_en: 'Name (English)', body_en: 'Text (English)' });
    expect(chinese.fields).toMatchObject({ name_en: '名称（英文）', tags_en: '标签（英文）' });
    expect([english.groups, chinese.groups]).toEqual([
      { more: 'More', english: 'English' },
      { more: '更多', english: '英文内容' },
    ]);
    expect(toy.spec.labels).toEqual(labels);
  });
  it('are validated like any other field, and are never required', () => {
    const options = { mode: 'create', columns: [...getColumns(toy).values()] } as const;
    const sent = { name: '木马', body: '<p>x</p>' };
    expect(validate(toy, sent, options)).toMatchObject({ issues: [], clean: { tags_en: [] } });
    expect(validate(toy, { ...sent, name_en: '<b>' }, options).issues).toEqual([{ path: 'name_en', code: 'name' }]);
  });
  it('are stored with their companions and printed without them', () => {
    expect(parseEntity(serializeEntity(toy))).toEqual({ entity: { name: 'toy', spec: toy.spec } });
    const source = printEntity(toy);
    expect(source).toContain("  translations: ['name', 'note', 'tags', 'body'],");
    expect(source).not.toMatch(/name_en|english/);
  });
  it('are printed with a companion that was changed', () => {
    const changed = withSpec({ fields: { ...toy.spec.fields, name_en: text({ max: 99 }) } });
    expect(printEntity(changed)).toContain('name_en: text({ max: 99 })');
  });
  it.each<[string, object, RegExp]>([
    [
      'a field that is not a text',
      { translations: ['size'] },
      /it translates “size”, which must be a text or a list of texts/,
    ],
    [
      'a field that does not exist',
      { translations: ['ghost'] },
      /it translates “ghost”, which must be a text or a list of texts/,
    ],
    ['a field twice', { translations: ['name', 'name'] }, /it translates a field twice/],
    ['a missing companion', { fields, form: frame.form }, /“name_en” must have the kind of “name”/],
    [
      'a required companion',
      { fields: { ...toy.spec.fields, name_en: text({ required: true }) } },
      /“name_en” must have the kind of “name” and be neither required/,
    ],
  ])('are refused for %s', (_what, patch, problem) => {
    expect(lintDefinition(toy)).toEqual([]);
    expect(lintDefinition(withSpec(patch)).join('\n')).toMatch(problem);
  });
});

describe('localizedValue', () => {
  const row = { name: '木马', name_en: 'Horse', tags: ['新'], tags_en: ['new'], body: '<p>一</p>', body_en: '<p></p>' };
  it('returns the companion for en, and the field itself for any other language', () => {
    expect(localizedValue(row, 'name', 'en')).toBe('Horse');
    expect(localizedValue(row, 'tags', 'en')).toEqual(['new']);
    expect(localizedValue(row, 'name', 'zh-cn')).toBe('木马');
    expect(localizedValue(row, 'name', 'fr')).toBe('木马');
  });
  it.each([undefined, null, '', '  ', '<p> <br></p>', [], ['']])('returns the field itself for en when %j', (empty) => {
    expect(localizedValue({ ...row, name_en: empty }, 'name', 'en')).toBe('木马');
  });
  it('returns a companion that contains only an image', () => {
    expect(localizedValue({ body: 'x', body_en: '<p><img src="/a.png"></p>' }, 'body', 'en')).toContain('<img');
  });
});

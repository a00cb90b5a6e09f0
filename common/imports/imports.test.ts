/** Headings find their fields, and cells become values, in both languages. */
import { describe, expect, it } from '@jest/globals';
import { news } from '../entities/news';
import { getColumns, findColumn, type Column } from '../entity/columns';
import { defineEntity } from '../entity/entity';
import { choice, choices, date, datetime, integer, money, onOffSwitch, text, time } from '../entity/field';
import { entityLabels } from '../locales/entityLabels';
import { validate } from '../entity/validate';
import { cellValue } from './cellValue';
import { guessMapping, rememberMapping } from './guessMapping';
import { parseDate, parseDateTime } from './parseDate';

const label = (lang: 'en' | 'zh-cn', name: string) => entityLabels(news, lang).fields[name] ?? '';

describe('guessMapping', () => {
  const columns = [...getColumns(news).values()].filter(({ name }) => Object.hasOwn(news.spec.fields, name));
  it('knows labels in both languages and names of fields, each field once', () => {
    const headings = [
      label('en', 'title').toUpperCase(),
      label('zh-cn', 'content'),
      'description',
      'Title *',
      'Unknown',
    ];
    expect(guessMapping(news, columns, headings)).toEqual(['title', 'content', 'description', null, null]);
  });
  it('prefers what the person chose before, also to leave a column out', () => {
    const former = rememberMapping(['Überschrift', 'description'], ['title', null]);
    expect(guessMapping(news, columns, ['überschrift (kurz)', 'description'], former)).toEqual(['title', null]);
    expect(guessMapping(news, columns, ['x'], { x: 'password_of_others' })).toEqual([null]);
  });
});

const sample = defineEntity('sample', {
  menu: 'routine',
  icon: 'list',
  sensitivity: 'public',
  fields: {
    title: text(),
    price: money(),
    count: integer(),
    open: onOffSwitch({ default: 0 }),
    state: choice({ draft: 0, shown: 1 }, { default: 'draft' }),
    tags: choices({ red: 1, blue: 2 }),
    day: date(),
    at: datetime(),
    clock: time(),
  },
  title: 'title',
  list: { columns: ['id', 'title'], sort: 'id' },
  form: ['title'],
  access: { staff: 'crud' },
  labels: {
    en: {
      $one: 'Sample',
      $many: 'Samples',
      title: 'Title',
      price: 'Price',
      count: 'Count',
      open: 'Open',
      state: ['State', { draft: 'Draft', shown: 'On the site' }],
      tags: ['Tags', { red: 'Red', blue: 'Blue' }],
      day: 'Day',
      at: 'At',
      clock: 'Clock',
    },
    'zh-cn': {
      $one: '样例',
      $many: '样例',
      title: '标题',
      price: '价格',
      count: '数量',
      open: '开放',
      state: ['状态', { draft: '草稿', shown: '显示' }],
      tags: ['标签', { red: '红', blue: '蓝' }],
      day: '日期',
      at: '时间',
      clock: '钟点',
    },
  },
});
function read(name: string, cell: string, dayFirst = false) {
  const column = findColumn(sample, name) as Column; // every name below is a field of the sample
  const labels = (['en', 'zh-cn'] as const).map((lang) => entityLabels(sample, lang).choices[name] ?? {});
  const value = cellValue(column, cell, { choices: labels, dayFirst });
  const { clean, issues } = validate(sample, { [name]: value }, { mode: 'update', columns: [column] });
  return issues.length > 0 ? issues.map(({ code }) => code).join() : clean[name];
}

describe('cellValue', () => {
  it.each([
    ['price', '¥1,234.5', 123_450],
    ['price', '-12', -1_200],
    ['price', '(12.34)', -1_234],
    ['price', '１２元', 1_200],
    ['price', '1.2.3', 'money'],
    ['count', '1,000', 1_000],
    ['open', 'Yes', 1],
    ['open', '否', 0],
    ['open', 'maybe', 'choice'],
    ['state', 'on the site', 1],
    ['state', '草稿', 0],
    ['state', '1', 1],
    ['state', 'shown', 1],
    ['state', 'gone', 'choice'],
    ['tags', 'Red; 蓝', [1, 2]],
    ['day', '2024/2/9', '2024-02-09'],
    ['day', '2024年2月9日', '2024-02-09'],
    ['day', '20240209', '2024-02-09'],
    ['day', '9.2.2024', '2024-02-09'],
    ['day', '2/9/2024', '2024-02-09'],
    ['day', '13/2/2024', '2024-02-13'],
    ['day', 'Feb 9, 2024', '2024-02-09'],
    ['day', '9 February 2024', '2024-02-09'],
    ['day', '2024-02-30', 'date'],
    ['clock', '9:05', '09:05:00'],
    ['clock', '9:05 PM', '21:05:00'],
    ['at', '2024-02-09T10:00:00Z', 1_707_472_800],
    ['title', '=1+1', '=1+1'],
    ['title', '', null],
  ])('%s: %j', (name, cell, value) => {
    expect(read(name, cell)).toEqual(value);
  });
  it('an order of day and month is chosen where the text leaves it open', () => {
    expect([read('day', '2/9/2024', true), read('day', '2/13/2024', true)]).toEqual(['2024-09-02', '2024-02-13']);
    expect(parseDateTime('9/2/2024 8:00', true)).toBe('2024-02-09 08:00:00');
    expect(parseDateTime('Feb 9, 2024 8:00 am', false)).toBe('2024-02-09 08:00:00');
    expect(parseDate('no date', false)).toBe('no date');
  });
});

/** An entity with every kind of field, and arbitraries of its rows, filters and orders, for property tests of both sides. */
import fc from 'fast-check';
import { defineEntity } from '../entity/entity';
import {
  array,
  choice,
  choices,
  city,
  color,
  date,
  datetime,
  file,
  files,
  float,
  icon,
  image,
  images,
  integer,
  json,
  keyValues,
  money,
  onOffSwitch,
  password,
  ref,
  refs,
  richText,
  text,
  time,
  year,
  type Json,
} from '../entity/field';
import type { Condition, Filter, SortKey } from '../entity/filter';
import { getColumns, type Column, type StoredRow } from '../entity/columns';

const labels = {
  $one: 'Sample',
  $many: 'Samples',
  title: 'Title',
  code: 'Code',
  remark: 'Remark',
  body: 'Body',
  secret: 'Secret',
  count: 'Count',
  ratio: 'Ratio',
  price: 'Price',
  day: 'Day',
  moment: 'Moment',
  clock: 'Clock',
  since: 'Since',
  open: 'Open',
  stage: ['Stage', { new: 'New', done: 'Done', lost: 'Lost' }],
  channel: ['Channel', { web: 'Web', app: 'App' }],
  tags: ['Tags', { red: 'Red', green: 'Green', blue: 'Blue' }],
  parent_id: 'Parent',
  friend_ids: 'Friends',
  place: 'Place',
  sign: 'Sign',
  tint: 'Tint',
  cover: 'Cover',
  cover_id: 'Cover by id',
  gallery: 'Gallery',
  paper: 'Paper',
  papers: 'Papers',
  labels: 'Labels',
  extra: 'Extra',
  settings: 'Settings',
} as const;

export const sample = defineEntity('sample', {
  menu: 'developer',
  icon: 'science',
  sensitivity: 'public',
  fields: {
    title: text({ required: true, max: 60, search: true }),
    code: text({ max: 20, pattern: 'slug', unique: true }),
    remark: text({ max: 5_000, lines: 4 }),
    body: richText(),
    secret: password(),
    count: integer({ min: -1_000, max: 1_000, default: 0 }),
    ratio: float(),
    price: money(),
    day: date(),
    moment: datetime({ indexed: true }),
    clock: time(),
    since: year(),
    open: onOffSwitch({ default: 0, confirmChangeTo: [1] }),
    stage: choice({ new: 0, done: 1, lost: 2 }, { default: 'new', confirmChangeTo: ['lost'] }),
    channel: choice({ web: 'web', app: 'app' }),
    tags: choices({ red: 1, green: 2, blue: 3 }, { default: ['red'] }),
    parent_id: ref('sample', { tree: true }),
    friend_ids: refs('sample'),
    place: city(),
    sign: icon(),
    tint: color(),
    cover: image(),
    cover_id: image({ by: 'id' }),
    gallery: images(),
    paper: file(),
    papers: files({ by: 'id' }),
    labels: array(),
    extra: json(),
    settings: keyValues(),
  },
  title: 'title',
  list: { columns: ['id', 'title', 'count', 'price', 'stage', 'create_time'], sort: '-weigh' },
  form: ['title', ['code', 'stage'], { group: 'more', rows: ['remark', ['count', 'price']] }],
  access: { staff: 'crud' },
  tree: 'parent_id',
  actions: ['polish'],
  labels: {
    en: { ...labels, $groups: { more: 'More' }, $actions: { polish: 'Polish' } },
    'zh-cn': { ...labels, $groups: { more: '更多' }, $actions: { polish: '打磨' } },
  },
});

/** Few letters, so that texts meet; case, width, accents, wildcards and code points above U+FFFF, so that folding shows. */
const letters = fc.constantFrom(
  'a',
  'A',
  'b',
  'ａ',
  'É',
  'e\u0301',
  '%',
  '_',
  '\\',
  "'",
  '新',
  '闻',
  'ß',
  '𝒜',
  '\uFFE5',
  '😀',
  ' ',
  '0',
);
export const words: fc.Arbitrary<string> = fc
  .array(letters, { maxLength: 6 })
  .map((parts) => parts.join('').normalize('NFC').trim());

const small = fc.integer({ min: -3, max: 3 });
const ids = fc.integer({ min: 1, max: 5 });
const days = fc.constantFrom('2024-02-29', '2025-12-31', '2026-01-01');
/** Stored values of the columns a filter can look at; null is put in between by `rows`. */
const VALUES: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  title: words,
  code: fc.constantFrom('a', 'a-b', 'b', 'B'),
  count: small,
  ratio: fc.constantFrom(-1.5, 0, 0.1, 2.25),
  price: fc.constantFrom(-100, 0, 1, 123_456),
  day: days,
  moment: fc.constantFrom(0, 1_700_000_000, 1_800_000_000),
  clock: fc.constantFrom('00:00:00', '09:30:00', '23:59:59'),
  since: fc.constantFrom(1999, 2026),
  open: fc.constantFrom(0, 1),
  stage: fc.constantFrom(0, 1, 2),
  channel: fc.constantFrom('web', 'app'),
  tags: fc.uniqueArray(fc.constantFrom(1, 2, 3)),
  parent_id: ids,
  friend_ids: fc.uniqueArray(ids, { maxLength: 3 }),
  place: fc.uniqueArray(fc.constantFrom('11', '1101', '110101'), { maxLength: 3 }),
  labels: fc.uniqueArray(fc.constantFrom('a', 'A', 'b', '1'), { maxLength: 3 }),
  cover_id: ids,
  weigh: small,
};
/** The value that an element of a list column is compared with. */
const ELEMENTS: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  tags: fc.constantFrom(1, 2, 3),
  friend_ids: ids,
  place: fc.constantFrom('11', '1101', '9'),
  labels: fc.constantFrom('a', 'A', '1'),
};
const NEVER_NULL = new Set(['title', 'weigh', 'count', 'open', 'stage', 'tags']);

/** Stored rows with distinct ids, in no order. */
export const rows: fc.Arbitrary<readonly StoredRow[]> = fc
  .array(
    fc.record(
      Object.fromEntries(
        Object.entries(VALUES).map(([name, value]) => [
          name,
          NEVER_NULL.has(name) ? value : fc.option(value, { freq: 3 }),
        ]),
      ),
    ),
    { maxLength: 12 },
  )
  .map((list) => list.map((row, index) => ({ ...row, id: index + 1 })));

const getOperand = (column: Column): fc.Arbitrary<Json> => ELEMENTS[column.name] ?? VALUES[column.name] ?? ids;
function condOn(column: Column): fc.Arbitrary<Condition> {
  const element = getOperand(column);
  return fc.constantFrom(...column.operators).chain((op): fc.Arbitrary<Condition> => {
    const operand =
      op === 'NULL' || op === 'NOT NULL'
        ? fc.constant(null)
        : op === 'RANGE' || op === 'NOT RANGE'
          ? fc.tuple(fc.option(element), fc.option(element))
          : op === 'IN' || op === 'NOT IN'
            ? fc.array(element, { maxLength: 3 })
            : op === 'FIND_IN_SET'
              ? fc.oneof(element, fc.array(element, { maxLength: 2 }))
              : element;
    return fc.record({ field: fc.constant(column.name), op: fc.constant(op), value: operand });
  });
}
const filterable = [...getColumns(sample).values()].filter(
  (column) => column.operators.length > 0 && (Object.hasOwn(VALUES, column.name) || column.name === 'id'),
);
/** One condition with an operand of the right form. */
export const conditionArbitrary: fc.Arbitrary<Condition> = fc.constantFrom(...filterable).chain(condOn);
/** Conditions joined by and/or to a small depth. */
export const filters: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    conditionArbitrary,
    fc.record({ all: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ some: fc.array(tie('filter'), { maxLength: 3 }) }),
  ),
})).filter;
export const sorts: fc.Arbitrary<readonly SortKey[]> = fc.array(
  fc.record({
    field: fc.constantFrom(...filterable.filter((column) => column.sortable).map((column) => column.name)),
    dir: fc.constantFrom('asc', 'desc'),
  }),
  { maxLength: 3 },
);

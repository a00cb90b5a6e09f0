/** Validation rules of texts, and the stored form of every kind of field. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entities } from '../entities/index';
import { sample } from '../testing/sampleEntity';
import type { AnyEntity } from './entity';
import type { Json } from './field';
import type { IssueCode } from './issue';
import { getColumns } from './columns';
import { findDefaultValue, initialValues, validate } from './validate';

const writable = (entity: AnyEntity) => [...getColumns(entity).values()].filter((column) => !column.readonly);
const create = (entity: AnyEntity, input: unknown) =>
  validate(entity, input, { mode: 'create', columns: writable(entity) });
const update = (entity: AnyEntity, input: unknown) =>
  validate(entity, input, { mode: 'update', columns: writable(entity) });
const blame = (field: string, value: unknown, entity: AnyEntity = sample): readonly IssueCode[] =>
  update(entity, { [field]: value }).issues.map((issue) => issue.code);
const kept = (field: string, value: unknown, entity: AnyEntity = sample): Json | undefined =>
  update(entity, { [field]: value }).clean[field];
const many = (length: number, letter = 'a') => letter.repeat(length);

describe('specification, point 5', () => {
  it.each(['abc', 'A_1', 'a23456789012345'])('%s is an account', (account) => {
    expect(blame('username', account, entities.admin)).toEqual([]);
  });
  // @spec P5-001 P9-001
  // @covers limit accountMin, issue too_short, limit accountMax, issue too_long
  it.each([
    ['ab', 'too_short'],
    ['a234567890123456', 'too_long'],
    ['1abc', 'account'],
    ['_abc', 'account'],
    ['a b', 'account'],
    ['аbс', 'account'],
    ['abc\u0000', 'characters'],
  ])('%j is not an account: %s', (account, code) => {
    expect(blame('username', account, entities.admin)).toEqual([code]);
  });
  it.each(['123456', many(32), '密码很安全的', 'a b c d', '😀😀😀😀😀😀'])('%j is a password', (password) => {
    expect(kept('password', password, entities.admin)).toBe(password);
  });
  // @spec P5-004 P9-002 P5-005
  // @covers limit passwordMin, limit passwordMax
  it.each([
    ['12345', 'password'],
    [many(33), 'password'],
    ['😀😀😀😀😀', 'password'],
    ...['&', '<', '>', '"', "'"].map((sign) => [`abcdef${sign}`, 'password'] as const),
    ['abc\u0000def', 'characters'],
    ['abcdef\ud800', 'characters'],
    ['abc\ndef', 'characters'],
    [123456, 'type'],
  ])('%j is not a password: %s', (password, code) => {
    expect(blame('password', password, entities.admin)).toEqual([code]);
  });
  it('an empty password is valid on update and an error on create', () => {
    expect(update(entities.admin, { password: '' })).toEqual({ clean: {}, ignored: [], issues: [] });
    expect(create(entities.admin, {}).issues).toContainEqual({ path: 'password', code: 'required' });
  });
  it.each(['13800138000', '+8613800138000', '+14155550123'])('%s is a mobile number', (mobile) => {
    expect(blame('mobile', mobile, entities.admin)).toEqual([]);
  });
  it.each(['12800138000', '1380013800', '+0123456789', 'abc', '138 0013 8000'])(
    '%s is not a mobile number',
    (mobile) => {
      expect(blame('mobile', mobile, entities.admin)).toEqual(['mobile']);
    },
  );
  it.each(['010-88886666', '(021) 6888 6666', '400-820-8820', '13800138000', '+44 20 7946 0018 ext 12'])(
    '%s is a phone number',
    (phone) => expect(blame('contact_number', phone, entities.enterprise)).toEqual([]),
  );
  it.each(['call me', '12', '()-----', '1;2'])('%j is not a phone number', (phone) => {
    expect(blame('contact_number', phone, entities.enterprise)).toEqual(['phone']);
  });
  it.each(['李雷', 'Jean-Luc 2', 'A. B_c', 'Ünal'])('%s is a name', (name) => {
    expect(blame('nickname', name, entities.admin)).toEqual([]);
  });
  it.each(['a/b', '<b>', 'a,b', 'a\tb'])('%j is not a name', (name) => {
    expect(blame('nickname', name, entities.admin)).toHaveLength(1);
  });
  it.each(['O’Brien', "O'Brien", 'Anna Smith (sales)', 'Smith, Anna', '买买提·艾力', '李雷（销售）'])(
    '%s is the name of a person who writes to us',
    (name) => {
      expect(blame('name', name, entities.lead)).toEqual([]);
      expect(blame('full_name', name, entities.trialRequest)).toEqual([]);
    },
  );
  it.each(['a/b', '<b>', 'a"b', '=a', 'a@b'])('%j is not the name of a person', (name) => {
    expect(blame('name', name, entities.lead)).toEqual(['person_name']);
  });
  it.each(['a@b.co', 'first.last+tag@sub.example.com'])('%s is an email address', (email) => {
    expect(blame('email', email, entities.admin)).toEqual([]);
  });
  it.each(['a@b', '@b.co', 'a b@c.de', 'a..b@c.de', '.a@c.de', 'a@-c.de', 'a@b.c@d.ef'])(
    '%s is not an email address',
    (email) => {
      expect(blame('email', email, entities.admin)).toEqual(['email']);
    },
  );
  it.each(['https://example.com', 'http://a.b/c?d=e#f', '/news/1', '/'])('%s is a link', (url) => {
    expect(blame('url', url, entities.navigation)).toEqual([]);
  });
  // @spec P5-017
  // @covers issue link
  it.each([
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'data:text/html,x',
    'news',
    'http://',
    'http://a b',
    'JaVaScRiPt://x',
  ])('%s is not a link', (url) => expect(blame('url', url, entities.navigation)).toEqual(['link']));
  // @spec P5-009 P5-016
  // @covers issue required
  it('rich text, names and weights of rules: required', () => {
    expect(create(entities.news, { title: 'a', content: '  ' }).issues).toEqual([
      { path: 'content', code: 'required' },
    ]);
    expect(create(entities.menuRule, {}).issues.map((issue) => issue.path)).toEqual(['weigh', 'title', 'name']);
  });
});

describe('readValue: every kind of field', () => {
  it.each<[string, unknown, Json]>([
    ['title', '  e\u0301  ', 'é'],
    ['remark', 'a\r\nb\tc', 'a\nb\tc'],
    ['body', '<p>x</p>', '<p>x</p>'],
    ['count', '12', 12],
    ['count', -0, 0],
    ['ratio', '1.5', 1.5],
    ['price', '12.3', 1230],
    ['price', '-0.05', -5],
    ['price', 7, 700],
    ['price', '90000000000000.00', 9_000_000_000_000_000],
    ['day', '2024-02-29', '2024-02-29'],
    ['moment', 1_700_000_000, 1_700_000_000],
    ['moment', '1700000000', 1_700_000_000],
    ['clock', '08:05', '08:05:00'],
    ['since', '2026', 2026],
    ['open', true, 1],
    ['open', '0', 0],
    ['stage', '2', 2],
    ['channel', 'app', 'app'],
    ['tags', '1,3,1', [1, 3]],
    ['parent_id', '7', 7],
    ['friend_ids', [1, '2', 2], [1, 2]],
    ['friend_ids', '3, 4', [3, 4]],
    ['friend_ids', [], []],
    ['place', ['110000', '110100'], ['110000', '110100']],
    ['place', '440000,440300,440305', ['440000', '440300', '440305']],
    ['sign', 'article', 'article'],
    ['tint', '#3366CC', '#3366CC'],
    ['cover', '/storage/a.png', '/storage/a.png'],
    ['cover_id', '5', 5],
    ['papers', '5,6', [5, 6]],
    ['labels', ['a', ' b '], ['a', 'b']],
    ['extra', { a: [1, null] }, { a: [1, null] }],
    ['settings', { a: 'b' }, { a: 'b' }],
    ['cover', '', null],
    ['count', '', 0],
    ['stage', null, 0],
  ])('%s takes %j as %j', (field, value, expected) => {
    expect(update(sample, { [field]: value })).toEqual({ clean: { [field]: expected }, ignored: [], issues: [] });
  });

  it.each<[string, unknown, IssueCode]>([
    ['title', '', 'required'],
    ['title', '\u00a0\u3000', 'required'],
    ['title', null, 'required'],
    ['title', ['a'], 'type'],
    ['title', { a: 1 }, 'type'],
    ['title', true, 'type'],
    ['title', 'a\nb', 'characters'],
    ['title', 'a\u0000b', 'characters'],
    ['title', 'a\udfff', 'characters'],
    ['title', 'a\u2028b', 'characters'],
    ['title', many(61), 'too_long'],
    ['code', 'A b', 'slug'],
    ['remark', 'a\u0007b', 'characters'],
    ['body', 5, 'type'],
    ['count', 1.5, 'whole'],
    ['count', '1e3', 'whole'],
    ['count', '0x10', 'whole'],
    ['count', 2 ** 53, 'whole'],
    ['count', true, 'whole'],
    ['count', 1001, 'too_big'],
    ['count', -1001, 'too_small'],
    ['ratio', Number.NaN, 'number'],
    ['ratio', 'Infinity', 'number'],
    ['price', '1.005', 'money'],
    ['price', '1,000', 'money'],
    ['price', '90000000000000.01', 'money'],
    ['price', 0.1 + 0.2, 'money'],
    ['day', '2025-02-29', 'date'],
    ['day', '2025-2-1', 'date'],
    ['day', 20250101, 'date'],
    ['moment', -1, 'datetime'],
    ['moment', '2025-02-29 00:00:00', 'datetime'],
    ['moment', '2025-02-28 24:00:00', 'datetime'],
    ['clock', '24:00', 'time'],
    ['since', 26, 'year'],
    ['open', 2, 'choice'],
    ['open', 'yes', 'choice'],
    ['stage', 3, 'choice'],
    ['stage', 'new', 'choice'],
    ['stage', [1], 'choice'],
    ['channel', 'toString', 'choice'],
    ['parent_id', 0, 'id'],
    ['parent_id', '1.5', 'id'],
    ['sign', '<i>', 'icon'],
    ['tint', 'red', 'color'],
    ['cover', 'javascript:alert(1)', 'link'],
    ['cover_id', 'a', 'id'],
    ['labels', true, 'type'],
    ['labels', Array.from({ length: 1001 }, () => 'a'), 'too_many'],
    ['extra', { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } }, 'too_deep'],
    ['extra', JSON.parse('{"__proto__": {"admin": true}}') as unknown, 'unsafe_key'],
    ['extra', { a: 'x\u0000' }, 'characters'],
    ['extra', many(70_000), 'too_long'],
    ['extra', new Date(0), 'type'],
    ['settings', ['a'], 'type'],
    ['settings', { a: 1 }, 'type'],
    ['settings', { constructor: 'x' }, 'unsafe_key'],
  ])('%s refuses %j: %s', (field, value, code) => {
    expect(blame(field, value)).toEqual([code]);
  });

  it('counts characters as code points', () => {
    expect(blame('title', many(60, '😀'))).toEqual([]);
    expect(blame('title', many(61, '😀'))).toEqual(['too_long']);
  });
  it('bounds rich text in bytes', () => {
    expect(blame('body', many(1024 * 1024))).toEqual([]);
    expect(blame('body', many(400_000, '新'))).toEqual(['too_long']);
  });
  it('reports the index within a list', () => {
    expect(update(sample, { friend_ids: [1, 'x', -2] }).issues).toEqual([
      { path: 'friend_ids.1', code: 'id' },
      { path: 'friend_ids.2', code: 'id' },
    ]);
  });
});

describe('validate', () => {
  it('reports all issues at once', () => {
    expect(create(sample, { price: 'x', count: 5_000, friend_ids: ['y'] }).issues.map((issue) => issue.path)).toEqual([
      'title',
      'count',
      'price',
      'friend_ids.0',
    ]);
  });
  it('fills in defaults on create, and returns only the sent fields on update', () => {
    expect(create(sample, { title: 'a' }).clean).toMatchObject({
      title: 'a',
      stage: 0,
      tags: [1],
      count: 0,
      weigh: 0,
      day: null,
    });
    expect(update(sample, { title: 'b' }).clean).toEqual({ title: 'b' });
  });
  it('lists keys that must not be written, and ignores them', () => {
    const input: unknown = JSON.parse(
      '{"title":"a","id":9,"revision":3,"_base":{},"_mid":"m","create_time":1,"ghost":1,"__proto__":{"stage":1},"constructor":1}',
    );
    const { clean, ignored } = create(sample, input);
    expect(ignored).toEqual(['create_time', 'ghost', '__proto__', 'constructor']);
    expect(Object.keys(clean)).not.toContain('id');
    expect(clean['stage']).toBe(0);
    expect(Object.getPrototypeOf(clean)).toBe(Object.prototype);
  });
  it('ignores columns that the caller may not write: the engine sets their defaults', () => {
    const columns = writable(sample).filter((column) => column.name !== 'price');
    const result = validate(sample, { title: 'a', price: '1' }, { mode: 'create', columns });
    expect(result.ignored).toEqual(['price']);
    expect(result.clean).not.toHaveProperty('price');
  });
  it.each([null, undefined, [], 'x', 5])('%j is not an input', (input) => {
    expect(create(sample, input).issues).toEqual([{ path: '', code: 'type' }]);
  });
  it('reports a wrong value where only the labels of one language are loaded, as in a browser', () => {
    const withLabels = (labels: object) => ({ ...sample, spec: { ...sample.spec, labels } }) as unknown as AnyEntity;
    const chinese = { ...sample.spec.labels['zh-cn'], $invalid: { day: '请选择日期' } };
    expect(update(withLabels({ 'zh-cn': chinese }), { day: 'x', moment: 'x' }).issues).toEqual([
      expect.objectContaining({ path: 'day', message: { en: '请选择日期', 'zh-cn': '请选择日期' } }),
      expect.not.objectContaining({ message: expect.anything() }),
    ]);
    expect(update(withLabels({ en: sample.spec.labels.en }), { day: 'x' }).issues).toHaveLength(1);
  });

  it('never throws, and accepts its own result unchanged', () => {
    const keys = fc.constantFrom(...getColumns(sample).keys(), 'ghost');
    fc.assert(
      fc.property(
        fc.dictionary(keys, fc.oneof(fc.anything(), fc.string(), fc.integer(), fc.array(fc.nat()))),
        (input) => {
          const first = update(sample, input);
          const cleanedTwice = { ...first.clean };
          for (const name of ['price', 'secret']) Reflect.deleteProperty(cleanedTwice, name);
          const second = update(sample, cleanedTwice);
          expect(second.issues).toEqual([]);
          expect(second.clean).toEqual(cleanedTwice);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('initialValues', () => {
  it('satisfy the rules of every entity of the registry', () => {
    for (const entity of Object.values(entities))
      for (const column of getColumns(entity).values()) {
        const value = findDefaultValue(column);
        if (value !== undefined && column.kind !== 'money') expect(blame(column.name, value, entity)).toEqual([]);
      }
  });
  it('are in stored form', () => {
    expect(initialValues(entities.user)).toMatchObject({
      money: 0,
      gender: 0,
      source: 'direct',
      status: 1,
      email: null,
    });
    expect(initialValues(entities.user)).not.toHaveProperty('id');
  });
});

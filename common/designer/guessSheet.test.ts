/** Fields are guessed from the headings and the cells of a sheet. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entities } from '../entities/index';
import { createRegistry } from '../entity/registry';
import { checkDesign } from './checkDesign';
import { designFromSheet, guessSheet } from './guessSheet';

const context = { registry: createRegistry(entities), takenNames: new Set<string>(), menuGroups: ['developer'] };
const getKind = (...values: readonly string[]) => guessSheet([['x'], ...values.map((value) => [value])]).fields[0];

describe('guessSheet', () => {
  it.each([
    ['integer', ['1', '-20', '0', '']],
    ['money', ['1.00', '1,234.50', '-0.99']],
    ['float', ['1', '2.5', '-0.125']],
    ['date', ['2024-02-29', '2024/3/1']],
    ['datetime', ['2024-02-29 08:30', '2024-03-01T10:00:00Z']],
    ['time', ['08:30', '9:05:10']],
    ['switch', ['yes', 'No']],
    ['switch', ['是', '否']],
    ['text', ['2023-02-30']],
    ['text', ['007', '008']],
    ['text', []],
  ])('guesses %s from %j', (kind, values) => {
    expect(getKind(...values)?.kind).toBe(kind);
  });
  it.each([
    ['email', ['a@example.com']],
    ['mobile', ['13812345678', '+491701234567']],
    ['url', ['https://example.com/a', 'http://example.org']],
  ])('guesses the pattern %s', (pattern, values) => {
    expect(getKind(...values)).toMatchObject({ kind: 'text', pattern });
  });
  it('guesses a choice from few distinct values in many rows', () => {
    const values = Array.from({ length: 20 }, (_none, at) => ['Berlin', 'Paris', '上海'][at % 3] ?? '');
    expect(getKind(...values)).toMatchObject({
      kind: 'choice',
      choices: [
        { name: 'berlin', value: 1, en: 'Berlin', zh: 'Berlin' },
        { name: 'paris', value: 2, en: 'Paris', zh: 'Paris' },
        { name: 'choice_3', value: 3, en: 'Choice 3', zh: '上海' },
      ],
    });
    expect(getKind(...values.slice(1))?.kind).toBe('text');
  });
  it('guesses long texts', () => {
    expect(getKind('a'.repeat(300))).toMatchObject({ kind: 'text', max: 1_000, lines: 5 });
    expect(getKind('a\nb')).toMatchObject({ lines: 5 });
  });
  it('numbers a heading that is the label of a standard column', () => {
    const { fields } = guessSheet([
      ['iD', 'Created'],
      ['x', 'y'],
    ]);
    expect(fields.map(({ label_en: label }) => label)).toEqual(['iD 2', 'Created 2']);
  });

  it('makes names and labels from headings', () => {
    const { fields } = guessSheet([
      ['Customer Näme', '客户', '姓名', '', 'id', '2024', 'unitPrice', '客户'],
      ['', '', '', 'x'],
    ]);
    expect(fields.map(({ name, label_en, label_zh }) => [name, label_en, label_zh])).toEqual([
      ['customer_name', 'Customer Näme', 'Customer Näme'],
      ['field_2', 'Field 2', '客户'],
      ['name', 'Name', '姓名'],
      ['field_4', 'Field 4', 'Field 4'],
      ['id_value', 'id 2', 'id 2'],
      ['field_2024', '2024', '2024'],
      ['unit_price', 'unitPrice', '单价'],
      ['field_8', 'Field 8', '客户 2'],
    ]);
  });
  it('leaves empty columns out, and their cells', () => {
    expect(
      guessSheet([
        ['a', '', 'b'],
        ['1', '', '2'],
      ]),
    ).toMatchObject({
      fields: [{ name: 'a' }, { name: 'b' }],
      rows: [['1', '2']],
    });
  });
  it('leaves empty rows out, in the middle and at the end', () => {
    expect(guessSheet([['a'], ['1'], [' '], ['2'], [''], []]).rows).toEqual([['1'], ['2']]);
  });
  it('a guessed name keeps clear of taken names', () => {
    expect(guessSheet([['Name']], new Set(['name'])).fields[0]?.name).toBe('name_2');
  });

  it('headings with umlauts and other letters outside of ASCII become names with the letters next to them', () => {
    const headings = ['Größe', 'Übergabe', 'Stra\u00dfe', 'Gro\u0308\u00dfe 2', 'Œuvre', 'Café', 'Łódź'];
    expect(guessSheet([headings, headings.map(() => 'x')]).fields.map(({ name }) => name)).toEqual([
      ...['grosse', 'ubergabe', 'strasse', 'grosse_2', 'oeuvre', 'cafe', 'lodz'],
    ]);
  });
});

describe('a design like a sheet', () => {
  it('is a valid design for any cells once the table has Chinese names', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('', '1', '1.50', '2024-01-01', 'yes', 'constructor', '__proto__', '状态'),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 30 }), (rows) => {
        const { settings, fields } = designFromSheet('sheet_data', rows);
        const named = { ...settings, one_zh: '数据', many_zh: '数据' };
        expect(checkDesign({ settings: named, fields }, context)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { entities } from '../../common/entities/index';
import type { AnyEntity } from '../../common/entity/entity';
import { entityLabels } from '../../common/locales/entityLabels';
import { locales } from '../../common/locales/index';
import { LANGUAGES } from '../../common/lang';
import {
  findBannedTexts,
  readTextRules,
  readTexts,
  staleExceptions,
  textsOfFile,
  type TextRules,
} from './findBannedTexts';

const rules: TextRules = {
  en: { colour: 'color', '!': 'a period' },
  'zh-cn': { 你: '您' },
  specified: { 'the specification': ['Gateway error!'] },
};
const find = (path: string, source: string) =>
  findBannedTexts(textsOfFile(path, source), rules).map(({ line, lang, found }) => [line, lang, found]);
const stringsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(stringsIn);

describe('findBannedTexts', () => {
  it('reads the strings of a file of one language, but no keys, comments or parameters', () => {
    const source = [
      '/** A colour. */',
      'export const texts = {',
      "  colour: 'Color of {{colour}}',",
      "  nested: { title: 'A Colour' },",
      "  'colour/edit': 'Done!',",
      '};',
    ].join('\n');
    expect(find('common/locales/en/texts.ts', source)).toEqual([
      [4, 'en', 'Colour'],
      [5, 'en', '!'],
    ]);
  });

  it('reads labels by their language, and no other strings of an entity', () => {
    const source = [
      "export const thing = defineEntity('colour', {",
      '  labels: {',
      "    en: { $one: 'Thing', state: ['Colour', { red: 'Red!' }] },",
      "    'zh-cn': { $one: '你的', state: ['颜色', { red: 'colour' }] },",
      '  },',
      '});',
    ].join('\n');
    expect(find('common/entities/thing.ts', source)).toEqual([
      [3, 'en', 'Colour'],
      [3, 'en', '!'],
      [4, 'zh-cn', '你'],
    ]);
  });

  it('matches whole words, and accepts a specified text', () => {
    expect(find('common/locales/en/texts.ts', "const a = { b: 'Colourless', c: 'Gateway error!' };")).toEqual([]);
  });

  it('specified texts that break no rule, or that are unused, are reported', () => {
    const stale: TextRules = { ...rules, specified: { reason: ['Gateway error!', 'Fine', 'Gone!'] } };
    const texts = textsOfFile('common/locales/en/texts.ts', "const a = { b: 'Gateway error!', c: 'Fine' };");
    expect(staleExceptions(texts, stale)).toEqual(['Fine', 'Gone!']);
  });
});

describe('the texts of the product', () => {
  const texts = readTexts();

  it('contain no banned words', () => {
    const problems = findBannedTexts(texts, readTextRules()).map(
      ({ path, line, found, text, use }) => `${path}:${line}: “${found}” in “${text}”, write: ${use}`,
    );
    expect(problems).toEqual([]);
  });

  it('are all read: translations and labels of every entity in both languages', () => {
    for (const lang of LANGUAGES) {
      const read = new Set(texts.filter((text) => text.lang === lang).map(({ text }) => text));
      const labels = Object.values(entities).flatMap((entity: AnyEntity) => {
        const { fields, ...others } = entityLabels(entity, lang);
        const own = Object.keys(fields).filter((name) => !name.endsWith('_en'));
        return [...stringsIn(others), ...own.map((name) => fields[name] ?? '')];
      });
      const worded = [...labels, ...stringsIn(locales[lang])].filter((text) => /\p{L}/u.test(text));
      expect(worded.filter((text) => !read.has(text))).toEqual([]);
    }
  });

  it('no exception is stale', () => {
    expect(staleExceptions(texts, readTextRules())).toEqual([]);
  });
});

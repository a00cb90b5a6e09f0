/** Texts are found, interpolated and complete. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../entities/index';
import { locales } from './index';
import { lazyTranslations } from './lazyTranslations';
import { entityLabels } from './entityLabels';
import { findTranslation, translate } from './translate';

const leaves = (bag: object, path = ''): readonly (readonly [string, unknown])[] =>
  Object.entries(bag).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? leaves(value, `${path}${key}.`) : [[`${path}${key}`, value] as const],
  );

describe('translations', () => {
  it('exist in both languages under the same keys, with the same parameters, and none is empty', () => {
    const all = (lang: 'en' | 'zh-cn') => leaves({ ...locales[lang], ...lazyTranslations[lang] });
    const [en, zh] = [all('en'), all('zh-cn')];
    expect(zh.map(([key]) => key).sort()).toEqual(en.map(([key]) => key).sort());
    const params = (text: unknown) => [...String(text).matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]).sort();
    const chinese = new Map(zh);
    for (const [key, text] of en) {
      expect([key, String(text).trim()]).not.toEqual([key, '']);
      expect([key, params(chinese.get(key))]).toEqual([key, params(text)]);
    }
  });
  it('Chinese: a space stands between a number and Chinese', () => {
    const numbers = 'count|number|n|id|hours|minutes|total|columns|rows|line|done';
    const touching = new RegExp(`\\p{Script=Han}\\{\\{(${numbers})\\}\\}|\\{\\{(${numbers})\\}\\}\\p{Script=Han}`, 'u');
    const all = leaves({ ...locales['zh-cn'], ...lazyTranslations['zh-cn'] });
    expect(all.filter(([, text]) => touching.test(String(text)))).toEqual([]);
  });
  it('translate: fills in values and leaves placeholders without a value', () => {
    expect(translate('en', 'issues.too_long', { max: 5 })).toBe('At most 5 characters');
    expect(translate('en', 'issues.too_long')).toBe('At most {{max}} characters');
  });
  it('findTranslation: returns texts only', () => {
    expect(findTranslation('zh-cn', 'console.nav.overview')).toBe('概览');
    expect(findTranslation('en', 'console.ghost')).toBeUndefined();
    expect(findTranslation('en', 'console')).toBeUndefined();
    expect(findTranslation('en', '__proto__.toString')).toBeUndefined();
  });
  it('entityLabels: names several rows in a sentence, also where the list has the name of a screen', () => {
    const designs = entityLabels(entities.crudDesign, 'en');
    expect([designs.many, designs.rows]).toEqual(['CRUD designer', 'designs']);
    expect(entityLabels(entities.news, 'en').rows).toBe(entityLabels(entities.news, 'en').many);
  });
  it('entityLabels: has labels for every column, choice, group and action', () => {
    const words = entityLabels(entities.news, 'zh-cn');
    expect(words).toMatchObject({ one: '新闻', fields: { title: '标题', create_time: '创建时间', status: '状态' } });
    expect(words.choices['status']).toEqual({ disabled: '隐藏', enabled: '显示' });
    expect(entityLabels(entities.admin, 'en').groups).toEqual({ account: 'Account', person: 'Personal details' });
    expect(entityLabels(entities.menuRule, 'en').fields['weigh']).toBe('Weight');
  });
});

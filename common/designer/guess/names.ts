/** Names and labels of fields, from the headings of tables and sheets. */
import { MAX_NAME_LENGTH, RESERVED_NAMES, SNAKE_CASE } from '../../definition/lintDefinition';
import { standardColumns } from '../../entity/columns';
import { truncate } from '../../text/normalize';
import { findFreeName, labelOfName } from '../palette';

/** Names for Chinese headings that are common in tables. */
const CHINESE_NAMES: Readonly<Record<string, string>> = {
  名称: 'name',
  姓名: 'name',
  标题: 'title',
  编号: 'code',
  序号: 'number',
  电话: 'phone',
  手机: 'mobile',
  手机号: 'mobile',
  邮箱: 'email',
  网址: 'url',
  地址: 'address',
  公司: 'company',
  部门: 'department',
  职位: 'position',
  性别: 'gender',
  年龄: 'age',
  生日: 'birthday',
  日期: 'day',
  时间: 'time',
  状态: 'status',
  类型: 'type',
  分类: 'category',
  数量: 'quantity',
  价格: 'price',
  单价: 'unit_price',
  金额: 'amount',
  合计: 'total',
  内容: 'content',
  描述: 'description',
  备注: 'remark',
  图片: 'image',
};
/** The first Chinese heading of each name. */
const CHINESE_LABELS = new Map(
  Object.entries(CHINESE_NAMES)
    .reverse()
    .map(([label, name]) => [name, label]),
);
const MAX_LABEL = 60;

/** Whether a text holds Chinese characters. */
export const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** Letters without a form of their own without an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};
const replaceLetters = (text: string): string =>
  text.replace(/[ßæœøłđðþı]/giu, (letter) => LETTERS[letter.toLowerCase()] ?? letter);

/** A text as a name: Latin letters without accents, words joined by underscores; empty when nothing is left. */
export function toSnakeCase(text: string): string {
  const known = CHINESE_NAMES[text.trim()];
  if (known !== undefined && Object.hasOwn(CHINESE_NAMES, text.trim())) return known;
  const words = replaceLetters(truncate(text, 200))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const joined = (words ?? []).join('_').slice(0, MAX_NAME_LENGTH).replace(/_$/, '');
  return /^\d/.test(joined) ? truncate(`field_${joined}`, MAX_NAME_LENGTH).replace(/_$/, '') : joined;
}

const STANDARD_NAMES = standardColumns('record');
/** Whether a field of a design can have a name. */
const isFieldName = (name: string): boolean =>
  SNAKE_CASE.test(name) && !name.endsWith('_n') && !RESERVED_NAMES.has(name) && !Object.hasOwn(STANDARD_NAMES, name);

/** A name for a field that is not taken: from its heading, or field_1 and so on by its number. */
export function fieldName(heading: string, number: number, taken: ReadonlySet<string>): string {
  const name = toSnakeCase(heading) || `field_${number}`;
  return findFreeName(isFieldName(name) ? name : `${name.slice(0, MAX_NAME_LENGTH - 6)}_value`, taken);
}

const cut = (label: string): string => truncate(label.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ').trim(), MAX_LABEL);
/** Labels in both languages from a heading in one of them; without a heading, from the name. Unknown words stay as they are. */
export function createLabels(heading: string, name: string): { readonly label_en: string; readonly label_zh: string } {
  const label = cut(heading);
  const english = label === '' || isChinese(label) ? labelOfName(name) : label;
  const known = CHINESE_LABELS.get(toSnakeCase(english));
  return { label_en: english, label_zh: isChinese(label) ? label : (known ?? english) };
}

interface Labelled {
  readonly label_en: string;
  readonly label_zh: string;
}
const normalizeLabel = (label: string): string => label.trim().toLowerCase();

/**
 * Fields whose labels differ within each language: a number is added to a label that another field has, or one of the `others`, which are
 * not in the result.
 */
export function withDistinctLabels<F extends Labelled>(
  fields: readonly F[],
  others: readonly Labelled[] = [],
): readonly F[] {
  const taken = {
    label_en: new Set(others.map(({ label_en: label }) => normalizeLabel(label))),
    label_zh: new Set(others.map(({ label_zh: label }) => normalizeLabel(label))),
  };
  const distinct = (column: 'label_en' | 'label_zh', label: string): string => {
    const base = truncate(label, MAX_LABEL - 5);
    let free = label;
    for (let number = 2; taken[column].has(normalizeLabel(free)); number += 1) free = `${base} ${number}`;
    taken[column].add(normalizeLabel(free));
    return free;
  };
  return fields.map((field) => ({
    ...field,
    label_en: distinct('label_en', field.label_en),
    label_zh: distinct('label_zh', field.label_zh),
  }));
}

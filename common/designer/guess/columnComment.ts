/** Comments of columns: a label, and a dictionary of values such as `Status:0=Off,1=On`. */
import type { DesignChoice } from '../design';
import { isChinese, toSnakeCase } from './names';
import { findFreeName, labelOfName } from '../palette';
import { truncate } from '../../text/normalize';

export interface ColumnComment {
  readonly label: string;
  /** Values with their labels; empty when the comment has no dictionary. */
  readonly entries: readonly (readonly [value: string, label: string])[];
}
const MAX_CHOICES = 200;
const MAX_CHOICE_LABEL = 200;

/** Reads a comment: the text before the first colon is the label, if `value=label` parts follow. */
export function parseComment(comment: string): ColumnComment {
  const text = truncate(comment, 4000)
    .replaceAll('：', ':')
    .replaceAll('，', ',')
    .replaceAll('；', ',')
    .replaceAll(';', ',');
  const colon = text.indexOf(':');
  const entries = text
    .slice(colon + 1)
    .split(',')
    .map((part): readonly [string, string] => {
      const equals = part.indexOf('=');
      return [part.slice(0, Math.max(equals, 0)).trim(), part.slice(equals + 1).trim()];
    });
  const isDictionary = colon !== -1 && entries.every(([value, label]) => value !== '' && label !== '');
  return isDictionary
    ? { label: text.slice(0, colon).trim(), entries: entries.slice(0, MAX_CHOICES) }
    : { label: truncate(comment, 4000).trim(), entries: [] };
}

const isWhole = (value: string): boolean => /^-?\d{1,15}$/.test(value);
const isWord = (value: string): boolean => /^[\w-]{1,40}$/.test(value);

/** Choices for values with labels. Values that no choice can have are numbered. */
export function createChoices(entries: readonly (readonly [value: string, label: string])[]): readonly DesignChoice[] {
  const isNumeric = entries.every(([value]) => isWhole(value));
  const isWordy = entries.every(([value]) => isWord(value));
  const names = new Set<string>();
  return entries.map(([value, label], index) => {
    const shown = truncate(label === '' ? value : label, MAX_CHOICE_LABEL);
    const base = toSnakeCase(shown) || (/^[a-z]/i.test(value) ? toSnakeCase(value) : '') || `choice_${index + 1}`;
    const name = findFreeName(base === 'constructor' || base === 'prototype' ? `${base}_value` : base, names);
    names.add(name);
    return {
      name,
      value: isNumeric ? Number(value) : isWordy ? value : index + 1,
      en: isChinese(shown) ? labelOfName(name) : shown,
      zh: shown,
    };
  });
}

/** The member centre ships only some sections of the words: none that its sources speak of may be missing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { locales } from '../../../common/locales/index';
import { en } from './en';
import { zhCn } from './zhCn';

const FOLDERS = ['client/member', 'client/shared', 'client/ui'];
/** Its words are part of the lazy bell, which alone says them. */
const WITH_THE_BELL = 'notice';
const KEY = /['`]([a-z_]+)\.[a-z_]+/g;

function sourceTexts(): readonly string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  );
  return files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

describe('the words of the member centre', () => {
  it('hold every section that member, shared and ui name', () => {
    const sections = new Set(Object.keys(locales.en));
    const missing = sourceTexts().flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(KEY)]
        .map(([, section = '']) => section)
        .filter((section) => sections.has(section) && !(section in en) && section !== WITH_THE_BELL)
        .map((section) => `${file}: ${section}`),
    );
    expect(missing).toEqual([]);
  });
  it('are the same sections in both languages', () => {
    expect(Object.keys(zhCn)).toEqual(Object.keys(en));
  });
});

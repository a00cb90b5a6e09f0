/** The member centre bundles some translation sections only; its sources use no other section. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { locales } from '../../../common/locales/index';
import { en } from './en';
import { zhCn } from './zhCn';

const FOLDERS = ['client/member', 'client/shared', 'client/ui'];
/** Loaded with the lazy bell, the only code that uses it. */
const WITH_THE_BELL = 'notice';
/** A translation key; `success.main` and its like are colours of the palette. */
const KEY = /['`]([a-zA-Z_]+)\.(?!(?:main|light|dark)')[a-z_]+/g;

function sourceTexts(): readonly string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  );
  return files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

describe('the translations of the member centre', () => {
  it('contain every section that the sources of member, shared and ui use', () => {
    const sections = new Set(Object.keys(locales.en));
    const missing = sourceTexts().flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(KEY)]
        .map(([, section = '']) => section)
        .filter((section) => sections.has(section) && !(section in en) && section !== WITH_THE_BELL)
        .map((section) => `${file}: ${section}`),
    );
    expect(missing).toEqual([]);
  });
  it('have the same sections in both languages', () => {
    expect(Object.keys(zhCn)).toEqual(Object.keys(en));
  });
});

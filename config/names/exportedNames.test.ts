import { describe, expect, it } from '@jest/globals';
import { findRepeatedNames } from './exportedNames';

const TYPE = 'export interface Row { readonly id: number }';
const VALUE = 'export const Row = 1;';
const check = (...files: readonly (readonly [path: string, source: string])[]) => findRepeatedNames(new Map(files));

describe('findRepeatedNames', () => {
  it.each([
    ['server/a.ts', 'server/live/b.ts'],
    ['server/a.ts', 'common/b.ts'],
    ['client/engine/a.ts', 'common/b.ts'],
    ['client/engine/a.ts', 'client/member/b.ts'],
    ['client/admin/a.ts', 'client/admin/b.ts'],
    ['client/site/a.ts', 'common/b.ts'],
  ])('refuses a type that %s and %s declare', (one, other) => {
    expect(check([one, TYPE], [other, 'export type Row = string;'])).toEqual([
      `Row is declared by ${one} and ${other}`,
    ]);
  });

  it('refuses a value that two files declare', () => {
    expect(check(['server/a.ts', VALUE], ['server/b.ts', 'export function Row() {}'])).toEqual([
      'Row is declared by server/a.ts and server/b.ts',
    ]);
  });

  it.each([
    ['server/a.ts', 'client/engine/b.ts'],
    ['client/admin/a.ts', 'client/member/b.ts'],
    ['client/site/a.ts', 'client/engine/b.ts'],
    ['server/a.ts', 'server/b.test.ts'],
    ['common/locales/en/a.ts', 'common/locales/zh-cn/a.ts'],
  ])('accepts a name in %s and %s, which no file imports both', (one, other) => {
    expect(check([one, TYPE], [other, TYPE])).toEqual([]);
  });

  it.each([
    ['a component with the name of the type that it shows', VALUE],
    ['a name that is not exported', 'interface Row { readonly id: number }'],
    ['a re-exported name', "export type { Row } from './a';"],
  ])('accepts %s', (_, source) => {
    expect(check(['client/engine/a.ts', TYPE], ['client/engine/b.ts', source])).toEqual([]);
  });
});

/** The console bundles the translation sections that its sources use; a lazy section loads with its screen. */
import { describe, expect, it } from '@jest/globals';
import { findMissingSections } from '../../testing/findMissingSections';
import { en } from '../../../common/locales/en';
import { zhCn } from '../../../common/locales/zhCn';

describe('the translations of the console', () => {
  it('contain every section that its sources use', () => {
    const folders = ['client/admin', 'client/engine', 'client/shared', 'client/ui'];
    expect(findMissingSections(folders, Object.keys(en))).toEqual([]);
  });

  it('have the same sections in both languages', () => {
    expect(Object.keys(zhCn)).toEqual(Object.keys(en));
  });
});

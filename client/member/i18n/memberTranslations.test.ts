/** The member center bundles some translation sections only; its sources use no other section. */
import { describe, expect, it } from '@jest/globals';
import { findMissingSections } from '../../testing/findMissingSections';
import { en } from './en';
import { zhCn } from './zhCn';

/** Loaded with the lazy bell, the only code that uses it. */
const WITH_THE_BELL = 'notice';

describe('the translations of the member center', () => {
  it('contain every section that the sources of member, shared and ui use', () => {
    const folders = ['client/member', 'client/shared', 'client/ui'];
    expect(findMissingSections(folders, [...Object.keys(en), WITH_THE_BELL])).toEqual([]);
  });

  it('have the same sections in both languages', () => {
    expect(Object.keys(zhCn)).toEqual(Object.keys(en));
  });
});

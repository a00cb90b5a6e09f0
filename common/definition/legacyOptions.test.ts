import { describe, expect, it } from '@jest/globals';
import { renameLegacyOptions } from './legacyOptions';

describe('renameLegacyOptions', () => {
  it('renames every legacy option and keeps the order', () => {
    const old = { menu: 'm', words: 1, moves: 2, together: 3, face: 4, holds: { field: 'status', when: ['waiting'] } };
    expect(Object.entries(renameLegacyOptions(old))).toEqual([
      ['menu', 'm'],
      ['labels', 1],
      ['transitions', 2],
      ['mergeGroups', 3],
      ['pickerColumns', 4],
      ['onDelete', { restrictWhile: { field: 'status', when: ['waiting'] } }],
    ]);
  });

  it('changes nothing when it runs a second time', () => {
    const renamedOnce = renameLegacyOptions({ words: 1, holds: { field: 'a', when: [] } });
    expect(renameLegacyOptions(renamedOnce)).toEqual(renamedOnce);
  });

  it('leaves an old name beside the new one, which the parser refuses', () => {
    expect(renameLegacyOptions({ words: 1, labels: 2 })).toEqual({ words: 1, labels: 2 });
  });
});

/** Screens load their parts when they are shown, several at once: the test runner links such parts as a browser does. */
import { expect, it } from '@jest/globals';

it('parts that share modules may be asked for at once', async () => {
  const parts = await Promise.all([
    import('../engine/conflict/ConflictDialog'),
    import('../engine/fieldTypes/Files'),
    import('../admin/layout/palette/Palette'),
  ]);
  expect(parts.map((part) => Object.keys(part).length > 0)).toEqual([true, true, true]);
});

/** Jest's module loader links several dynamic imports at once, as browsers do. */
import { expect, it } from '@jest/globals';

it('parts that share modules can be imported concurrently', async () => {
  const parts = await Promise.all([
    import('../engine/conflict/ConflictDialog'),
    import('../engine/fieldTypes/Files'),
    import('../admin/layout/commandPalette/Palette'),
  ]);
  expect(parts.map((part) => Object.keys(part).length > 0)).toEqual([true, true, true]);
});

/** Every icon of an entity exists, else its menu entry shows the default icon. */
import { expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { ICON_NAMES } from '../NamedIcon';
import { extendedIcons } from './extendedIcons';

it('extendedIcons: with the built-in icons, has the icon of every entity', () => {
  const known = new Set<string>([...ICON_NAMES, ...Object.keys(extendedIcons)]);
  const unknown = Object.values(entities).filter(({ spec }) => !known.has(spec.icon));
  expect(unknown.map(({ name, spec }) => [name, spec.icon])).toEqual([]);
});

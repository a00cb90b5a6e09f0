/** Every icon of an entity and of a module of the product exists, else its menu entry shows the default icon. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { ICON_NAMES } from '../NamedIcon';
import { extendedIcons } from './extendedIcons';

const known = new Set<string>([...ICON_NAMES, ...Object.keys(extendedIcons)]);

it('extendedIcons: with the built-in icons, has the icon of every entity', () => {
  const unknown = Object.values(entities).filter(({ spec }) => !known.has(spec.icon));
  expect(unknown.map(({ name, spec }) => [name, spec.icon])).toEqual([]);
});

it('extendedIcons: has the icons that the modules of the product name', () => {
  const folder = 'config/modules';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
  const icons = files.flatMap((path) =>
    [...readFileSync(`${folder}/${path}`, 'utf8').matchAll(/"icon":\s*"([^"]*)"/g)].map(([, icon = '']) => icon),
  );
  expect(icons).toContain('help');
  expect(icons.filter((icon) => !known.has(icon))).toEqual([]);
});

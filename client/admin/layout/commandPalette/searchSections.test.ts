/** searchSections: the screen that is meant comes first, also with a typing error. */
import { expect, it } from '@jest/globals';
import { admin } from '../../../../common/entities/admin';
import { adminGroup } from '../../../../common/entities/adminGroup';
import { menuRule } from '../../../../common/entities/menuRule';
import { pendingChange } from '../../../../common/entities/pendingChange';
import { userRule } from '../../../../common/entities/userRule';
import { findPaletteKeywords } from '../../../../common/locales/findPaletteKeywords';
import type { PaletteItem } from './paletteItems';
import { searchSections } from './searchSections';

const item = (key: string, title: string): PaletteItem => ({
  key,
  title,
  hint: '',
  icon: 'label',
  keywords: `${key} ${findPaletteKeywords(key)}`,
  run: () => undefined,
});
/** In the order of the menu. */
const pages = [
  ...[userRule, admin, adminGroup, menuRule, pendingChange].map(({ name, spec }) => item(name, spec.labels.en.$many)),
  item('explain', 'Check access'),
];

it.each(['permissions', 'permision', 'permisions', '权限'])(
  'searchSections: %s finds the role groups first',
  (query) => {
    const [section] = searchSections([{ title: 'Pages', items: pages }], query);
    expect(section?.items.map(({ key }) => key)).toEqual(['admin_group', 'explain']);
  },
);

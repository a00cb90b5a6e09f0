/** Titles of the seeded menu rules: the stored titles are keys of these texts. */
import { menu as menuEn } from './en/menu';
import type { Lang } from '../lang';
import { menu as menuZh } from './zh-cn/menu';

const MENUS = { en: menuEn, 'zh-cn': menuZh } as const;
const findText = (texts: object, key: string): string | undefined => {
  const text: unknown = Object.hasOwn(texts, key) ? Reflect.get(texts, key) : undefined;
  return typeof text === 'string' ? text : undefined;
};

/** The text of a title that is a key: a menu group (`content`) or an action of a permission key (`del`); otherwise undefined. */
export const menuTitle = (lang: Lang, title: string): string | undefined =>
  findText(MENUS[lang], title) ?? findText(MENUS[lang].node, title);

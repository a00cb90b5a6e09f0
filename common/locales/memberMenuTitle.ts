/** Titles of entries in the member menu: built-in screens in the language of the reader, others as staff named them. */
import { memberMenu as menuEn } from './en/memberMenu';
import type { Lang } from '../lang';
import { memberMenu as menuZh } from './zh-cn/memberMenu';

const MENUS = { en: menuEn, 'zh-cn': menuZh } as const;
const isKnown = (title: string): title is keyof typeof menuEn => Object.hasOwn(menuEn, title);

export const memberMenuTitle = (title: string, lang: Lang): string => (isKnown(title) ? MENUS[lang][title] : title);

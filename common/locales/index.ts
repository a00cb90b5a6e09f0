/** Both languages at once, for the server and for tests. A browser loads the one it speaks, without what only the server says. */
import { en } from './en';
import { done } from './en/done';
import { done as doneZh } from './zh-cn/done';
import { zhCn } from './zhCn';

export const locales = { en: { ...en, done }, 'zh-cn': { ...zhCn, done: doneZh } };
export type Lang = keyof typeof locales;
export const LANGS: readonly Lang[] = ['en', 'zh-cn'];

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];
/** Every key of the words, dotted: `faults.row.missing`. */
export type TranslationKey = Paths<typeof locales.en>;

/** Both languages at once, for the server and for tests. A browser loads the one it speaks. */
import { en } from './en';
import { zhCn } from './zhCn';

export const locales = { en, 'zh-cn': zhCn };
export type Lang = keyof typeof locales;
export const LANGS: readonly Lang[] = ['en', 'zh-cn'];

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];
/** Every key of the words, dotted: `faults.row.missing`. */
export type WordKey = Paths<typeof en>;

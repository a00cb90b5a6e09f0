/** Further words, in both languages, that find an entry of the command palette. */
import { paletteKeywords as keywordsEn } from './en/paletteKeywords';
import { paletteKeywords as keywordsZh } from './zh-cn/paletteKeywords';

const isKey = (key: string): key is keyof typeof keywordsEn => Object.hasOwn(keywordsEn, key);

/** The words of a screen, an entity or an action in both languages; empty for an unknown name. */
export const findPaletteKeywords = (key: string): string => (isKey(key) ? `${keywordsEn[key]} ${keywordsZh[key]}` : '');

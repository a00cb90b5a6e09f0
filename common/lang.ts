/**
 * The languages of the product. To add a language: add it here, a file of texts like `locales/zhCn.ts` with its folder, and the labels of
 * each entity; the compiler names what is missing.
 */
export const LANGUAGES = ['en', 'zh-cn'] as const;
export type Lang = (typeof LANGUAGES)[number];

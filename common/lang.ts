/** The languages of the product. */
export const LANGS = ['en', 'zh-cn'] as const;
export type Lang = (typeof LANGS)[number];

/** Type of a translation: the keys of the English texts, each a string. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

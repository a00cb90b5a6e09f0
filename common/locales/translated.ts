/** Type of a translation: the keys of the English texts, each a string. The compiler finds a missing translation. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

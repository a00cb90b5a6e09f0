/** The shape a translation must have: exactly the keys of the English words, each a text. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

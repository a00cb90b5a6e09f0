/** Words of derived lists, forms and filters. */
export const engine = {} as const;

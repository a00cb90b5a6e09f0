/** Words of the member centre. */
export const member = {} as const;

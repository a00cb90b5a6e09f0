/** Shown and logged in place of a hidden value: a secret, an amount, contact data. Sending it back changes no stored secret. */
export const MASK = '••••';

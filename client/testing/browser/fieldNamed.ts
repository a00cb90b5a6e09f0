/** Finds fields of a form by their label. */

/** Matches the label of a field, also when it is marked as required, but not that of its English companion. */
export const fieldNamed = (label: string): RegExp => new RegExp(`^${label.replaceAll(/[()]/g, '\\$&')}(?! ?[(（])`);

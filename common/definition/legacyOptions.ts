/** Options of stored definitions that had another name before migration 0048: old name → today's name. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  words: 'labels',
  moves: 'transitions',
  together: 'mergeGroups',
  face: 'pickerColumns',
};

/**
 * Returns a stored spec with today's option names, in the order they were stored. Today's names stay as they are, so it
 * may be applied to any spec; an old name beside today's name is left for the parser to refuse.
 */
export function renameLegacyOptions(spec: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(spec).map(([name, value]): readonly [string, unknown] => {
    if (name === 'holds' && !Object.hasOwn(spec, 'onDelete')) return ['onDelete', { restrictWhile: value }];
    const currentName = Object.hasOwn(CURRENT_NAMES, name) ? CURRENT_NAMES[name] : undefined;
    return currentName !== undefined && !Object.hasOwn(spec, currentName) ? [currentName, value] : [name, value];
  });
  return Object.fromEntries(entries);
}

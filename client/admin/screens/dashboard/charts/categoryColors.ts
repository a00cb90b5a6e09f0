/** Colors of the categories of a breakdown: each keeps its color when its rank changes. */

/** A number from 0 on that is the same for the same text. */
function hashText(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}

/**
 * The color of each shown category. `known`: all categories in the order of the definition, where it has one; a category takes the color
 * of its place there, any other one a color that follows from its value. Of two with the same color, one takes the next free one.
 */
export function categoryColors(
  shown: readonly string[],
  known: readonly string[],
  colors: readonly string[],
): ReadonlyMap<string, string> {
  const preferred = (group: string) => (known.includes(group) ? known.indexOf(group) : hashText(group));
  // Independent of the rank: the places of the definition first, then by value.
  const ordered = [...shown].sort(
    (a, b) => Number(known.includes(b)) - Number(known.includes(a)) || preferred(a) - preferred(b) || (a < b ? -1 : 1),
  );
  const taken = new Set<number>();
  return new Map(
    ordered.map((group) => {
      if (taken.size >= colors.length) taken.clear();
      let index = preferred(group) % colors.length;
      while (taken.has(index)) index = (index + 1) % colors.length;
      taken.add(index);
      return [group, colors[index] ?? ''];
    }),
  );
}

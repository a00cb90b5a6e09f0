/**
 * Column mapping: guesses which field each column of an imported file (CSV, XLSX) fills, by the previous choices of the person, labels in both
 * languages, and names.
 */
import type { Column } from '../entity/columns';
import type { AnyEntity } from '../entity/entity';
import { entityLabels } from '../locales/entityLabels';

/** A heading without case, width, blanks, signs and remarks in brackets. */
const normalizeHeading = (heading: string): string =>
  (heading.normalize('NFKC').toLowerCase().split(/[([]/, 1)[0] ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The names of a column in order of their weight. */
function getNames(entity: AnyEntity, { name }: Column): readonly string[] {
  const labels = (['en', 'zh-cn'] as const).map((lang) => entityLabels(entity, lang).fields[name] ?? '');
  return [...labels, name, name.replace(/_ids?$/, '')];
}

/** Previous choices: the field of each normalized heading; null for a column that was left out. */
type PreviousMapping = Readonly<Record<string, string | null>>;

/** The field of each heading, or null. Each field is used once. */
export function guessMapping(
  entity: AnyEntity,
  columns: readonly Column[],
  headings: readonly string[],
  previousMapping: PreviousMapping = {},
): readonly (string | null)[] {
  const known = new Set(columns.map(({ name }) => name));
  const byName = new Map<string, string>();
  for (const column of columns)
    for (const name of getNames(entity, column)) {
      const key = normalizeHeading(name);
      if (key !== '' && !byName.has(key)) byName.set(key, column.name);
    }
  const used = new Set<string>();
  return headings.map((heading) => {
    const key = normalizeHeading(heading);
    const remembered = Object.hasOwn(previousMapping, key) ? previousMapping[key] : undefined;
    const field = remembered === null ? undefined : (remembered ?? byName.get(key));
    if (field === undefined || !known.has(field) || used.has(field)) return null;
    used.add(field);
    return field;
  });
}

/** The choices of a person, to be remembered. */
export const rememberMapping = (headings: readonly string[], mapping: readonly (string | null)[]): PreviousMapping =>
  Object.fromEntries(
    headings.flatMap((heading, index) => {
      const key = normalizeHeading(heading);
      return key === '' ? [] : [[key, mapping[index] ?? null] as const];
    }),
  );

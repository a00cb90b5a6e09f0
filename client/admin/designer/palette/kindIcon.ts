/** The icon of a kind of field: that of the basic palette item which adds it. */
import { PALETTE } from '../../../../common/designer/palette';

const byPriority = [
  ...PALETTE.filter(({ group }) => group !== 'base'),
  ...PALETTE.filter(({ group }) => group === 'base'),
];
// The first item of a group wins over later ones, and the basic group over the others.
const ICONS: ReadonlyMap<string, string> = new Map(
  byPriority.flatMap(({ items }) =>
    [...items].reverse().flatMap(({ field, icon }) => (field ? [[field.kind, icon] as const] : [])),
  ),
);

export const kindIcon = (kind: string): string => ICONS.get(kind) ?? 'category';

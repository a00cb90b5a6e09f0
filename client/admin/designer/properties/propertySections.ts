/** The properties of a field in their sections, by its kind. */
import { isFieldKind } from '../../../../common/designer/designKinds';
import { usesColumn, type KindColumn } from '../../../../common/designer/fieldOptions';

export type SectionKey = 'general' | 'labels' | 'choices' | 'reference' | 'list' | 'form' | 'validation' | 'other';
interface Section {
  readonly key: SectionKey;
  readonly rows: readonly (readonly string[])[];
}

const SECTIONS: readonly Section[] = [
  {
    key: 'general',
    rows: [
      ['name', 'kind'],
      ['required', 'is_unique'],
      ['default_value', 'sensitivity'],
      ['read_permission', 'write_permission'],
      ['is_translated', 'is_collaborative'],
    ],
  },
  {
    key: 'labels',
    rows: [
      ['label_en', 'label_zh'],
      ['help_en', 'help_zh'],
    ],
  },
  { key: 'choices', rows: [['choices'], ['rendering'], ['transitions'], ['locked_when']] },
  { key: 'reference', rows: [['target'], ['target_fields']] },
  {
    key: 'list',
    rows: [['in_list', 'is_searched'], ['is_sortable'], ['operators'], ['list_rendering', 'list_width']],
  },
  {
    key: 'form',
    rows: [
      ['in_form', 'beside_previous'],
      ['lines', 'unit'],
      ['heading_en', 'heading_zh'],
    ],
  },
  {
    key: 'validation',
    rows: [['min', 'max'], ['decimals', 'step'], ['pattern'], ['invalid_en', 'invalid_zh']],
  },
  { key: 'other', rows: [['other_options']] },
];

const KIND_COLUMNS: ReadonlySet<string> = new Set<KindColumn>([
  'min',
  'max',
  'lines',
  'pattern',
  'unit',
  'choices',
  'rendering',
  'target',
  'transitions',
  'locked_when',
  'is_unique',
  'is_searched',
  'is_translated',
  'is_collaborative',
  'default_value',
  'sensitivity',
  'read_permission',
  'operators',
  'is_sortable',
  'list_rendering',
  'decimals',
  'step',
  'invalid_en',
  'invalid_zh',
  'target_fields',
]);
const isKindColumn = (name: string): name is KindColumn => KIND_COLUMNS.has(name);

/** The sections with the properties that fields of the kind use; none for the primary key. */
export function propertySections(kind: string): readonly Section[] {
  if (!isFieldKind(kind)) return [];
  return SECTIONS.map(({ key, rows }) => ({
    key,
    rows: rows
      .map((row) => row.filter((name) => !isKindColumn(name) || usesColumn(kind, name)))
      .filter((row) => row.length > 0),
  })).filter(({ rows }) => rows.length > 0);
}

/** Properties with a select input: an edit is stored at once. */
export const SELECT_PROPERTIES: ReadonlySet<string> = new Set([
  'target',
  'pattern',
  'rendering',
  'read_permission',
  'write_permission',
  'locked_when',
  'operators',
  'list_rendering',
  'target_fields',
]);
/** The settings of the same sort. */
export const CHOSEN_SETTINGS: ReadonlySet<string> = new Set([
  'menu',
  'title_field',
  'sort_field',
  'owner_field',
  'tree_field',
  'merge_groups',
]);

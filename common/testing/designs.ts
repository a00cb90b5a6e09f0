/** Arbitraries of designs without problems, for property tests. Their columns are complete and in their usual form. */
import fc from 'fast-check';
import {
  completeField,
  completeSettings,
  parseOptions,
  nullIfNoOptions,
  primaryKeyField,
  type CompleteField,
} from '../designer/completeDesign';
import type { CompleteDesign } from '../designer/entityToDesign';
import { findFirstState } from '../designer/fieldOptions';
import type { Json } from '../entity/field';
import { FIELD_KINDS, type FieldKind } from '../entity/fieldKinds';
import { DISPLAYS_BY_KIND } from '../entity/lists/listOptions';

const KINDS = Object.keys(FIELD_KINDS) as FieldKind[]; // the keys of a table by kind
const flag = fc.constantFrom<(0 | 1)[]>(0, 1);
const CHOICES: Json = [
  { name: 'open', value: 0, en: 'Open', zh: '打开' },
  { name: 'shut', value: 1, en: 'Shut', zh: '关闭' },
];
const TRANSITIONS: Json = [
  { name: 'close', from: ['open'], to: 'shut', node: 'close', en: 'Close', zh: '关闭' },
  { name: 'reopen', from: ['shut'], to: 'open', super: true },
];

const DEFAULTS: Readonly<Partial<Record<FieldKind, readonly string[]>>> = {
  text: ['none', "it's"],
  integer: ['0', '-7', '12'],
  float: ['0.5', '3'],
  money: ['0.00', '12.50'],
  date: ['2024-02-29'],
  datetime: ['0', '1700000000'],
  time: ['08:30:00'],
  year: ['2024'],
  switch: ['0', '1'],
  choice: ['open', 'shut'],
  choices: ['open', 'open,shut'],
  refs: ['1,2'],
  color: ['#aabbcc'],
  icon: ['category'],
};
const OTHER_OPTIONS: Readonly<Partial<Record<FieldKind, readonly Json[]>>> = {
  text: [{ default: '' }, { readonly: true }],
  datetime: [{ indexed: true }],
  json: [{ long: true }, { default: { a: [1] } }],
  array: [{ default: [] }],
  image: [{ by: 'id' }],
  choice: [{ confirmChangeTo: ['shut'] }],
};

const isNumber = (kind: FieldKind) => kind === 'integer' || kind === 'float';
/** The list and form options of the field. */
const listColumns = (kind: FieldKind) => ({
  operators: fc
    .option(fc.subarray([...FIELD_KINDS[kind].operators]), { nil: null })
    .map((operators): Json => (FIELD_KINDS[kind].operators.length === 0 ? null : operators)),
  is_sortable: FIELD_KINDS[kind].sortable ? flag : fc.constant<1>(1),
  list_rendering: fc.constantFrom('', ...(DISPLAYS_BY_KIND[kind] ?? [])),
  list_width: fc.constantFrom(null, 56, 640),
  step: isNumber(kind) ? fc.constantFrom(null, kind === 'float' ? 0.5 : 1, 5) : fc.constant(null),
  decimals: kind === 'float' ? fc.constantFrom(null, 1, 3) : fc.constant(null),
  target_fields: kind === 'ref' ? fc.constantFrom<Json>(null, ['create_time']) : fc.constant(null),
  former_names: fc.constantFrom<Json>(null, ['earlier']),
});

const isShort = (kind: FieldKind) => kind === 'text';
const kindColumns = (kind: FieldKind) =>
  fc.record({
    required: flag,
    default_value: fc.constantFrom('', ...(DEFAULTS[kind] ?? [])),
    sensitivity: fc.constantFrom(null, ...(kind === 'password' ? [] : (['public', 'restricted'] as const))),
    read_permission: kind === 'password' ? fc.constant('') : fc.constantFrom('', 'see_field'),
    write_permission: fc.constantFrom('', 'write_field'),
    is_unique: isShort(kind) || kind === 'ref' ? flag : fc.constant<0>(0),
    is_searched: isShort(kind) ? flag : fc.constant<0>(0),
    is_collaborative: kind === 'rich_text' ? flag : fc.constant<0>(0),
    is_translated: isShort(kind) || kind === 'array' || kind === 'rich_text' ? flag : fc.constant<0>(0),
    min: isNumber(kind) ? fc.constantFrom(null, kind === 'float' ? -0.5 : -10) : fc.constant(null),
    max:
      kind === 'integer'
        ? fc.constantFrom(null, 50)
        : isShort(kind)
          ? fc.constantFrom(null, 20, 300)
          : fc.constant(null),
    lines: isShort(kind) ? fc.constantFrom(null, 3) : fc.constant(null),
    choices: fc.constant(kind === 'choice' || kind === 'choices' ? CHOICES : null),
    transitions: kind === 'choice' ? fc.constantFrom(null, TRANSITIONS) : fc.constant(null),
    rendering: fc.constantFrom('', ...(kind === 'choice' ? ['radio'] : kind === 'choices' ? ['checkbox'] : [])),
    target: fc.constant(kind === 'ref' || kind === 'refs' ? 'user' : ''),
    other_options: fc.constantFrom(null, ...(OTHER_OPTIONS[kind] ?? [])),
    ...listColumns(kind),
    in_form: flag,
    in_list: kind === 'password' || kind === 'rich_text' || kind === 'json' ? fc.constant<0>(0) : flag,
    layout: fc.constantFrom('alone', 'beside', 'heading', 'ungrouped'),
    help: fc.constantFrom('', 'Help'),
  });

type Layout = 'alone' | 'beside' | 'heading' | 'ungrouped';
interface Position {
  readonly index: number;
  readonly isFirst: boolean;
  readonly isGrouped: boolean;
}
/** The columns that place an input, such that no shorter form of them says the same. */
function layoutColumns(layout: Layout, { index, isFirst, isGrouped }: Position): Partial<CompleteField> {
  if (layout === 'heading') return { heading_en: `Part ${index}`, heading_zh: `部分 ${index}` };
  if (layout === 'beside' && !isFirst) return { beside_previous: 1 };
  return layout === 'ungrouped' && isGrouped ? { other_options: { ungrouped: true } } : {};
}

const drawnField = fc.constantFrom(...KINDS).chain((kind) => kindColumns(kind).map((columns) => ({ kind, columns })));

function getFields(drawn: readonly { kind: FieldKind; columns: ReturnTypeOf<typeof kindColumns> }[]): CompleteField[] {
  const sorted = [...drawn].sort((a, b) => inForm(b.columns) - inForm(a.columns));
  let isGrouped = false;
  return sorted.map(({ kind, columns: { layout, help, ...columns } }, index) => {
    const place = inForm(columns) === 1 ? layoutColumns(layout, { index, isFirst: index === 0, isGrouped }) : {};
    isGrouped = place.heading_en !== undefined || (isGrouped && place.other_options === undefined);
    const { default: stored } = parseOptions(columns.other_options);
    const initial = columns.default_value === '' ? (findFirstState({ kind, ...columns }) ?? '') : columns.default_value;
    const hasDefault = initial !== '' || stored !== undefined;
    return completeField({
      name: `field_${index + 1}`,
      kind,
      label_en: `Field ${index + 1}`,
      label_zh: `字段${index + 1}`,
      ...columns,
      ...permissionColumns(columns),
      help_en: help,
      help_zh: help,
      default_value: stored === undefined ? initial : '',
      is_unique: stored === '' ? 0 : columns.is_unique, // an empty text is no default of a unique field
      in_form: inForm(columns),
      required: inForm(columns) === 1 && !hasDefault ? columns.required : 0,
      ...place,
      other_options: nullIfNoOptions({ ...parseOptions(columns.other_options), ...parseOptions(place.other_options) }),
    });
  });
}
/** A permission replaces the sensitivity, and no one writes a field that is only read. */
function permissionColumns({ other_options: options, ...columns }: Partial<CompleteField>): Partial<CompleteField> {
  const other = parseOptions(options);
  const read = other['sensitivity'] === undefined ? columns.read_permission : '';
  return {
    read_permission: read ?? '',
    write_permission: other['readonly'] === true ? '' : (columns.write_permission ?? ''),
    sensitivity: read === '' ? (columns.sensitivity ?? null) : null,
  };
}
const inForm = ({ in_form }: { readonly in_form: 0 | 1 }) => in_form;
type ReturnTypeOf<F> = F extends (kind: FieldKind) => fc.Arbitrary<infer T> ? T : never;

const titleField = completeField({
  name: 'title',
  kind: 'text',
  label_en: 'Title',
  label_zh: '标题',
  required: 1,
  max: 60,
  sensitivity: 'public',
});
const statusField = completeField({
  name: 'status',
  kind: 'choice',
  label_en: 'Status',
  label_zh: '状态',
  default_value: 'enabled',
  choices: [
    { name: 'disabled', value: 0, en: 'Disabled', zh: '禁用' },
    { name: 'enabled', value: 1, en: 'Enabled', zh: '启用' },
  ],
});

/** Designs that `checkDesign` accepts. */
export const designs: fc.Arbitrary<CompleteDesign> = fc
  .record({
    drawn: fc.array(drawnField, { maxLength: 12 }),
    sort_descending: flag,
    sort_field: fc.constantFrom('id', 'title', 'create_time'),
    sensitivity: fc.constantFrom('public' as const, 'internal' as const),
    standard_columns: fc.subarray(['id', 'weigh', 'create_time', 'update_time'] as const).map((names) => [...names]),
    can_create: flag,
    can_update: flag,
    can_remove: flag,
    member_read: fc.constantFrom('none' as const, 'all' as const, 'enabled' as const),
    guest_read: fc.constantFrom('none' as const, 'all' as const, 'enabled' as const),
    merge_groups: fc.constantFrom<Json>(null, [['title', 'status']]),
    other_options: fc.constantFrom<Json>(null, { base: 'record' }, { pickerColumns: { hint: 'title' } }),
    locked_when: fc.constantFrom<Json>(null, ['disabled']),
  })
  .map(({ drawn, locked_when, ...settings }) => ({
    settings: completeSettings({
      table_name: 'complaint',
      one_en: 'Complaint',
      many_en: 'Complaints',
      one_zh: '投诉',
      many_zh: '投诉列表',
      title_field: 'title',
      ...settings,
    }),
    fields: [primaryKeyField(), titleField, { ...statusField, locked_when }, ...getFields(drawn)],
  }));

/** The palette of the designer as data: what can be added to a design, in groups. */
import type { Json } from '../entity/field';
import { truncate } from '../text/normalize';
import { completeField, completeSettings, primaryKeyField, type CompleteField } from './completeDesign';
import type { DesignField } from './design';
import type { STANDARD_LIST_COLUMNS } from './designChoices';
import type { DesignKind } from './designKinds';
import type { CompleteDesign } from './entityToDesign';

interface BaseItem {
  /** Key of its text below `designer.palette.items`. */
  readonly key: string;
  readonly icon: string;
}
/** Adds a field to the design. */
export interface FieldItem extends BaseItem {
  readonly field: DesignField;
  readonly standardColumn?: undefined;
}
/** Adds no field, since every table has the column: it adds the column to `standard_columns`, so that the list shows it. */
export interface StandardColumnItem extends BaseItem {
  readonly standardColumn: keyof typeof STANDARD_LIST_COLUMNS;
  readonly field?: undefined;
}
export type DesignPaletteItem = FieldItem | StandardColumnItem;
export interface PaletteGroup {
  /** Key of its text below `designer.palette.groups`. */
  readonly group: 'common' | 'base' | 'advanced';
  readonly items: readonly DesignPaletteItem[];
}

const item = (
  key: string,
  icon: string,
  kind: DesignKind,
  labels: readonly [en: string, zh: string],
  columns: Partial<CompleteField> = {},
): FieldItem => ({
  key,
  icon,
  field: completeField({ name: key, kind, label_en: labels[0], label_zh: labels[1], ...columns }),
});
const standardItem = (
  key: string,
  icon: string,
  standardColumn: StandardColumnItem['standardColumn'],
): StandardColumnItem => ({ key, icon, standardColumn });

const STATUS_CHOICES: Json = [
  { name: 'disabled', value: 0, en: 'Disabled', zh: '禁用' },
  { name: 'enabled', value: 1, en: 'Enabled', zh: '启用' },
];
const SAMPLE_CHOICES: Json = [
  { name: 'first', value: 1, en: 'First', zh: '选项一' },
  { name: 'second', value: 2, en: 'Second', zh: '选项二' },
];
/** Values that are too long for a list. */
const outsideList = { in_list: 0 } as const;
/** Texts that may be empty, and are never null. */
const emptyDefault = { other_options: { default: '' } };

const COMMON_ITEMS: readonly DesignPaletteItem[] = [
  { key: 'primary_key', icon: 'fingerprint', field: primaryKeyField() },
  item('status', 'check_circle', 'choice', ['Status', '状态'], {
    choices: STATUS_CHOICES,
    rendering: 'radio',
    default_value: 'enabled',
    sensitivity: null,
  }),
  item('remark', 'comment', 'text', ['Remark', '备注'], { max: 500, lines: 3, ...outsideList, ...emptyDefault }),
  standardItem('weigh', 'sort', 'weigh'),
  standardItem('update_time', 'sync', 'update_time'),
  standardItem('create_time', 'schedule', 'create_time'),
  item('remote_select', 'hub', 'ref', ['Refers to', '关联'], { name: 'user_id', target: 'user' }),
];

const BASE_ITEMS: readonly DesignPaletteItem[] = [
  item('string', 'edit', 'text', ['Text', '文本'], { name: 'text', max: 255, ...emptyDefault }),
  item('image', 'photo', 'image', ['Picture', '图片']),
  item('file', 'file_copy', 'file', ['File', '文件']),
  item('radio', 'radio', 'choice', ['Option', '单选'], { name: 'option', choices: SAMPLE_CHOICES, rendering: 'radio' }),
  item('checkbox', 'done_all', 'choices', ['Options', '复选'], {
    name: 'options',
    choices: SAMPLE_CHOICES,
    rendering: 'checkbox',
    other_options: { default: [] },
  }),
  item('select', 'filter_list', 'choice', ['Choice', '下拉选择'], {
    name: 'choice',
    choices: SAMPLE_CHOICES,
    rendering: 'select',
  }),
  item('switch', 'power', 'switch', ['Switch', '开关'], { name: 'is_active', default_value: '0' }),
  item('rich_text', 'newspaper', 'rich_text', ['Content', '内容'], { name: 'content', ...outsideList }),
  item('textarea', 'assignment', 'text', ['Long text', '多行文本'], {
    name: 'long_text',
    max: 2000,
    lines: 5,
    ...outsideList,
    ...emptyDefault,
  }),
  item('number', 'calculate', 'integer', ['Number', '整数']),
  item('float', 'percent', 'float', ['Decimal number', '小数']),
  item('password', 'lock', 'password', ['Password', '密码'], outsideList),
  item('date', 'event', 'date', ['Date', '日期'], { name: 'day' }),
  item('time', 'schedule', 'time', ['Time', '时间']),
  item('datetime', 'calendar_month', 'datetime', ['Date and time', '日期时间'], { name: 'moment' }),
  item('year', 'timeline', 'year', ['Year', '年份']),
];

const ADVANCED_ITEMS: readonly DesignPaletteItem[] = [
  item('array', 'layers', 'array', ['List of texts', '文本列表'], { name: 'list', other_options: { default: [] } }),
  item('city', 'location_city', 'city', ['Region', '地区']),
  item('icon', 'auto_awesome', 'icon', ['Icon', '图标']),
  item('color', 'palette', 'color', ['Colour', '颜色']),
  item('images', 'photo_library', 'images', ['Pictures', '多图']),
  item('files', 'archive', 'files', ['Files', '多文件']),
  item('selects', 'fact_check', 'choices', ['Choices', '下拉多选'], {
    name: 'choices',
    choices: SAMPLE_CHOICES,
    rendering: 'select',
    other_options: { default: [] },
  }),
  item('remote_selects', 'workspaces', 'refs', ['Refer to', '多个关联'], { name: 'user_ids', target: 'user' }),
  item('money', 'paid', 'money', ['Amount', '金额'], { name: 'amount', default_value: '0.00' }),
  item('json', 'data_object', 'json', ['JSON', 'JSON'], { name: 'extra', ...outsideList }),
  item('key_values', 'dataset', 'key_values', ['Named texts', '键值文本'], { name: 'properties', ...outsideList }),
];

/** Everything that can be added to a design. */
export const PALETTE: readonly PaletteGroup[] = [
  { group: 'common', items: COMMON_ITEMS },
  { group: 'base', items: BASE_ITEMS },
  { group: 'advanced', items: ADVANCED_ITEMS },
];

const MAX_NAME = 40;
/** A name like the given one that is not taken: `status`, `status_2`. */
export function findFreeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    const suffix = `_${number}`;
    free = `${name.slice(0, MAX_NAME - suffix.length).replace(/_$/, '')}${suffix}`;
  }
  return free;
}

/** The field of an item, with a name that the design has not yet. A number in its labels keeps them apart as well. */
export function fieldFromPalette(chosen: FieldItem, takenNames: ReadonlySet<string>): CompleteField {
  const field = completeField(chosen.field);
  const name = findFreeName(field.name, takenNames);
  const number = name === field.name ? '' : ` ${name.slice(name.lastIndexOf('_') + 1)}`;
  return { ...field, name, label_en: `${field.label_en}${number}`, label_zh: `${field.label_zh}${number}` };
}

/** The words of a name as an English label: `news_category` → `News category`. */
export const labelOfName = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
/** The plural of an English label, by the rules of spelling alone. */
export function pluralize(label: string): string {
  if (label === '') return '';
  if (/[^aeiou]y$/.test(label)) return `${label.slice(0, -1)}ies`;
  // Such as “Tables” and “News”.
  if (/[^aiousS]s$/.test(label)) return label;
  return /(?:s|x|z|ch|sh)$/.test(label) ? `${label}es` : `${label}s`;
}

/** A design to begin with: the primary key and a name. Its Chinese names are for the designer to enter. */
export function newDesign(tableName: string): CompleteDesign {
  const singularLabel = truncate(labelOfName(tableName), 58);
  const name = completeField({
    name: 'name',
    kind: 'text',
    label_en: 'Name',
    label_zh: '名称',
    required: 1,
    is_searched: 1,
    max: 100,
  });
  return {
    settings: completeSettings({
      table_name: tableName,
      one_en: singularLabel,
      many_en: pluralize(singularLabel),
      title_field: 'name',
    }),
    fields: [primaryKeyField(), name],
  };
}

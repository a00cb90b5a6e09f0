/** Each option of a design changes the definition, apart from those that belong to the design alone. A new option must be in a table here. */
import { describe, expect, it } from '@jest/globals';
import { serializeEntity } from '../definition/parseEntity';
import type { Json } from '../entity/field';
import {
  completeField,
  completeSettings,
  primaryKeyField,
  type CompleteField,
  type CompleteSettings,
} from './completeDesign';
import type { DesignKind } from './designKinds';
import { designToEntity } from './designToEntity';

type FieldColumn = Exclude<keyof CompleteField, 'name' | 'kind'>;
type SettingsColumn = Exclude<keyof CompleteSettings, 'table_name'>;
/** What the definition has with the option and has not without it. */
type Effect = string;

const CHOICES: Json = [
  { name: 'open', value: 0, en: 'Open', zh: '打开' },
  { name: 'shut', value: 1, en: 'Shut', zh: '关闭' },
];
const TRANSITIONS: Json = [{ name: 'close', from: ['open'], to: 'shut', node: 'finish', en: 'Finish', zh: '办结' }];

const FIELD_OPTIONS: Readonly<Record<FieldColumn, readonly [kind: DesignKind, value: Json, effect: Effect]>> = {
  label_en: ['text', 'Cargo', '"part":"Cargo"'],
  label_zh: ['text', '货物', '"part":"货物"'],
  help_en: ['text', 'A help', '"part":"A help"'],
  help_zh: ['text', '帮助', '"part":"帮助"'],
  required: ['text', 1, '"required":true'],
  default_value: ['text', 'hello', '"default":"hello"'],
  is_unique: ['text', 1, '"unique":true'],
  is_searched: ['text', 1, '"search":true'],
  sensitivity: ['text', 'restricted', '"sensitivity":"restricted"'],
  read_permission: ['text', 'see_part', 'see_part'],
  write_permission: ['text', 'write_part', 'write_part'],
  min: ['integer', 7, '"min":7'],
  max: ['text', 77, '"max":77'],
  lines: ['text', 7, '"lines":7'],
  pattern: ['text', 'mobile', '"pattern":"mobile"'],
  unit: ['integer', 'kg', 'kg'],
  choices: ['choice', CHOICES, '"shut":1'],
  rendering: ['choice', 'radio', 'radio'],
  target: ['ref', 'user', '"to":"user"'],
  transitions: ['choice', TRANSITIONS, '"node":"finish"'],
  locked_when: ['choice', ['shut'], '"when":["shut"]'],
  in_list: ['text', 0, '"columns":["title"]'],
  in_form: ['text', 0, '"form":["title"]'],
  beside_previous: ['text', 1, '"form":[["title","part"]]'],
  heading_en: ['text', 'A heading', 'A heading'],
  heading_zh: ['text', '分组', '分组'],
  is_translated: ['text', 1, '"translations":["part"]'],
  is_collaborative: ['rich_text', 1, '"collaborative":true'],
  operators: ['integer', ['='], '"operators":["="]'],
  is_sortable: ['text', 0, '"sortable":false'],
  list_rendering: ['text', 'code', '"display":"code"'],
  list_width: ['text', 144, '144'],
  decimals: ['float', 3, '"decimals":3'],
  step: ['integer', 5, '"step":5'],
  invalid_en: ['text', 'Not so', 'Not so'],
  invalid_zh: ['text', '不对', '不对'],
  target_fields: ['ref', ['username'], '"targetFields":["username"]'],
  other_options: ['text', { readonly: true }, '"readonly":true'],
  applied_name: ['text', 'earlier', '"formerNames":["earlier"]'],
  former_names: ['text', ['first'], '"formerNames":["first"]'],
};

/** Columns that the definition does not have: they belong to the design. */
const OF_THE_DESIGN = null;
const SETTINGS: Readonly<Record<SettingsColumn, readonly [value: Json, effect: Effect | typeof OF_THE_DESIGN]>> = {
  one_en: ['Crate', '"$one":"Crate"'],
  many_en: ['Crates', '"$many":"Crates"'],
  one_zh: ['箱', '"$one":"箱"'],
  many_zh: ['箱子', '"$many":"箱子"'],
  menu: ['content', '"content"'],
  icon: ['inbox', '"inbox"'],
  sensitivity: ['public', '"public"'],
  title_field: ['part', '"title":"part"'],
  sort_field: ['title', '"sort":"-title"'],
  sort_descending: [0, '"sort":"id"'],
  standard_columns: [['update_time'], '"columns":["title","part","update_time"]'],
  owner_field: ['keeper_id', '"owner":"keeper_id"'],
  tree_field: ['pid', '"tree":"pid"'],
  can_create: [0, '"create"'],
  can_update: [0, '"update"'],
  can_remove: [0, '"remove"'],
  member_read: ['all', '"member"'],
  guest_read: ['all', '"guest"'],
  merge_groups: [[['title', 'part']], '"mergeGroups":[["title","part"]]'],
  other_options: [{ either: [['title', 'part']] }, '"either":[["title","part"]]'],
  remark: ['A remark', OF_THE_DESIGN],
  record_id: [5, OF_THE_DESIGN],
  job_id: [5, OF_THE_DESIGN],
  sheet: [{ fields: [], rows: [] }, OF_THE_DESIGN],
};

const title = completeField({ name: 'title', kind: 'text', label_en: 'Title', label_zh: '标题', required: 0 });
/** Options that need others: the choices of states, and a target. */
const base = (kind: DesignKind, column: FieldColumn): Partial<CompleteField> => ({
  ...(kind === 'choice' && column !== 'choices' ? { choices: CHOICES } : {}),
  ...(kind === 'ref' && column !== 'target' ? { target: 'admin' } : {}),
});
const printDefinition = (settings: object, part: object, kind: DesignKind = 'text'): string =>
  JSON.stringify(
    serializeEntity(
      designToEntity({
        settings: completeSettings({ table_name: 'crate', title_field: 'title', standard_columns: [], ...settings }),
        fields: [primaryKeyField(), title, completeField({ name: 'part', kind, ...part })],
      }),
    ),
  );

describe('an option of a field changes the definition', () => {
  it.each(Object.entries(FIELD_OPTIONS))('%s', (column, [kind, value, effect]) => {
    const usual = base(kind, column as FieldColumn); // the keys of the table
    const before = printDefinition({}, usual, kind);
    const after = printDefinition({}, { ...usual, [column]: value }, kind);
    expect([before.includes(effect), after.includes(effect)]).toEqual([false, true]);
  });
});

describe('a setting of the table changes the definition, or the design alone', () => {
  it.each(Object.entries(SETTINGS))('%s', (column, [value, effect]) => {
    const [before, after] = [printDefinition({}, {}), printDefinition({ [column]: value }, {})];
    if (effect === OF_THE_DESIGN) expect(after).toBe(before);
    else {
      expect(after).not.toBe(before);
      expect(after.includes(effect)).toBe(!['can_create', 'can_update', 'can_remove'].includes(column));
    }
  });
});
